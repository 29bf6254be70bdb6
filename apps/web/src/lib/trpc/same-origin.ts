/**
 * Whether a page of this server sent the request. Browsers say so themselves, but `Sec-Fetch-Site` only over
 * HTTPS and on localhost, and `Origin` not on a same-origin GET; a GET that carries neither changes nothing
 * and no other site can read its answer.
 */
export function isSameOrigin(request: Request): boolean {
  const site = request.headers.get('sec-fetch-site');
  if (site) return site === 'same-origin' || (site === 'none' && request.method === 'GET');

  const origin = request.headers.get('origin');
  if (origin) return URL.parse(origin)?.host === request.headers.get('host');

  return request.method === 'GET';
}
