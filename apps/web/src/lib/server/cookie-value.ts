/** The value of a cookie in the header Cookie; undefined without one. The first of several, as browsers order them. */
export function cookieValue(header: string | undefined, name: string): string | undefined {
  const prefix = `${name}=`;
  const pair = header
    ?.split(';')
    .map((part) => part.trim())
    .find((part) => part.startsWith(prefix));
  return pair?.slice(prefix.length);
}
