/** The value of the first cookie with this name, not decoded; undefined without one. */
export function cookieValue(header: string | undefined, name: string): string | undefined {
  const prefix = `${name}=`;
  const pair = header
    ?.split(';')
    .map((part) => part.trim())
    .find((part) => part.startsWith(prefix));
  return pair?.slice(prefix.length);
}
