/** The value of a cookie in the Cookie header; the first of several; undefined without one. */
export function cookieValue(header: string | undefined, name: string): string | undefined {
  const prefix = `${name}=`;
  const pair = header
    ?.split(';')
    .map((part) => part.trim())
    .find((part) => part.startsWith(prefix));
  return pair?.slice(prefix.length);
}
