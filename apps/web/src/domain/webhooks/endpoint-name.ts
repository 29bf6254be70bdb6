/** A URL in the parts in which it is shown. */
export interface UrlParts {
  /** Empty for https, which goes without saying. */
  scheme: string;
  host: string;
  /** What follows the host; empty for its root. */
  path: string;
}

/** What is no URL is shown as it is. */
export function urlParts(url: string): UrlParts {
  const parsed = URL.parse(url);
  if (!parsed) return { scheme: '', host: url, path: '' };
  const scheme = parsed.protocol === 'https:' ? '' : `${parsed.protocol}//`;
  const path = `${parsed.pathname}${parsed.search}`;
  return { scheme, host: parsed.host, path: path === '/' ? '' : path };
}

export const hostOf = (url: string): string => urlParts(url).host;

/** "hooks.example.com/crewboard": enough to know an endpoint by, without what a query may hold. */
export function endpointName(url: string): string {
  const { host, path } = urlParts(url);
  return host + (path.split('?')[0] ?? '').replace(/\/$/, '');
}
