// Without zod, for pages.

/** The maximum of links of a task. */
export const maxLinks = 10;

/**
 * Whether it is the address of a page: http or https, with a host, and without a password. On a page of the same scheme,
 * a browser takes `https:example.com` and `https:/example.com` for paths of that page.
 */
export function isLinkUrl(url: string): boolean {
  if (!/^https?:\/\//i.test(url) || !URL.canParse(url)) return false;
  const { protocol, username, password } = new URL(url);
  return (protocol === 'https:' || protocol === 'http:') && username === '' && password === '';
}
