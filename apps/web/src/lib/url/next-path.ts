const ANYWHERE = 'http://this.server';

/**
 * The path to open after the sign-in, from an untrusted value. Null for all values that a browser could resolve to
 * another origin (`//host`, `/\host`, `javascript:`), and for the sign-in and the API.
 */
export function nextPath(value: unknown): string | null {
  if (typeof value !== 'string' || !value.startsWith('/') || value.length > 2_000) return null;
  const url = URL.parse(value, ANYWHERE);
  if (!url || url.origin !== ANYWHERE || url.pathname.startsWith('//')) return null;
  if (/^\/(sign-in|api)(\/|$)/.test(url.pathname)) return null;
  return url.pathname + url.search + url.hash;
}

/** The sign-in page that leads back to `path`. */
export function signInPath(path: string): string {
  const next = nextPath(path);
  return next && next !== '/' ? `/sign-in?next=${encodeURIComponent(next)}` : '/sign-in';
}
