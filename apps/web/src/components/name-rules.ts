/** The bounds of the API, said before it has to refuse. */
export function checkName(name: string): string | null {
  if (!name.trim()) return 'A name is needed.';
  return name.trim().length > 100 ? 'A name has at most 100 characters.' : null;
}
