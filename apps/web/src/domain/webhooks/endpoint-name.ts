/** The parts of a URL to show. */
export interface UrlParts {
  /** Empty for https. */
  scheme: string;
  host: string;
  /** The path and the query; empty for the root. */
  path: string;
}

/** Splits a URL. An invalid one is the host, unchanged. */
export function urlParts(url: string): UrlParts {
  const parsed = URL.parse(url);
  if (!parsed) return { scheme: '', host: url, path: '' };
  const scheme = parsed.protocol === 'https:' ? '' : `${parsed.protocol}//`;
  const path = `${parsed.pathname}${parsed.search}`;
  return { scheme, host: parsed.host, path: path === '/' ? '' : path };
}

/** The host of a URL, such as "hooks.example.com". */
export const hostOf = (url: string): string => urlParts(url).host;

/** The name of an endpoint, "hooks.example.com/crewboard": without the query, which may contain secrets. */
export function endpointName(url: string): string {
  const { host, path } = urlParts(url);
  return host + (path.split('?')[0] ?? '').replace(/\/$/, '');
}
