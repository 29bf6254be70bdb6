/** How many links a task may have. */
export const maxLinks = 10;

/** All links of a task together, as JSON in UTF-8. Bounded because every event of the task has a copy of them. */
export const maxLinkBytes = 8_192;

export const areLinksShort = (links: readonly object[]): boolean =>
  new TextEncoder().encode(JSON.stringify(links)).length <= maxLinkBytes;

/**
 * Whether a link has an http or https URL with a host, and without a user name, a password, blanks and invisible
 * characters. The two slashes are required: on a page of the same scheme, browsers treat `https:example.com` and
 * `https:/example.com` as paths of that page.
 */
export function isLinkUrl(url: string): boolean {
  if (!/^https?:\/\//i.test(url) || /[\s\p{Cc}\p{Cf}]/u.test(url) || !URL.canParse(url)) return false;
  const { protocol, username, password } = new URL(url);
  return (protocol === 'https:' || protocol === 'http:') && username === '' && password === '';
}
