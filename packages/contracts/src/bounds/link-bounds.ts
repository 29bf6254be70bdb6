/** The maximum of links of a task. */
export const maxLinks = 10;

/** Of all links of a task, as JSON in UTF-8: every event of the task has a copy of them. */
export const maxLinkBytes = 8_192;

export const areLinksShort = (links: readonly object[]): boolean =>
  new TextEncoder().encode(JSON.stringify(links)).length <= maxLinkBytes;

/**
 * Whether it is the address of a page: http or https, with a host, and without a user name or password, blanks and
 * invisible characters. On a page of the same scheme, a browser takes `https:example.com` and `https:/example.com` for
 * paths of that page.
 */
export function isLinkUrl(url: string): boolean {
  if (!/^https?:\/\//i.test(url) || /[\s\p{Cc}\p{Cf}]/u.test(url) || !URL.canParse(url)) return false;
  const { protocol, username, password } = new URL(url);
  return (protocol === 'https:' || protocol === 'http:') && username === '' && password === '';
}
