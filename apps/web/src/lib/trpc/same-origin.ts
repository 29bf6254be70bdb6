/**
 * Whether a page of this server sent the request. Browsers send `Sec-Fetch-Site` only over HTTPS and on localhost, and
 * no `Origin` with a same-origin GET. A GET with neither is accepted: it changes nothing, and other sites cannot read
 * its response.
 */
export function isSameOrigin(request: Request): boolean {
  const site = request.headers.get('sec-fetch-site');
  if (site) return site === 'same-origin' || (site === 'none' && request.method === 'GET');

  const origin = request.headers.get('origin');
  if (origin) return URL.parse(origin)?.host === request.headers.get('host');

  return request.method === 'GET';
}
