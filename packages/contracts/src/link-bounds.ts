// Without zod, for pages.

/** The maximum of links of a task. */
export const maxLinks = 10;

/** Whether it is the address of a page: http or https, with a host, and without a password. */
export function isLinkUrl(url: string): boolean {
  if (!URL.canParse(url)) return false;
  const { protocol, username, password } = new URL(url);
  return (protocol === 'https:' || protocol === 'http:') && username === '' && password === '';
}
