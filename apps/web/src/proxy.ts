import { type NextRequest, NextResponse } from 'next/server';
import { PATH_HEADER } from '#lib/auth/path-header.ts';
import { sessionCookieName } from '#lib/auth/session-cookie.ts';
import { readEnv } from '#lib/env.ts';
import { signInPath } from '#lib/url/next-path.ts';

/**
 * Gives each page its Content-Security-Policy. Redirects pages of teams to the sign-in if the request has no session
 * cookie; the API decides about access.
 */
export function proxy(request: NextRequest): NextResponse {
  const { pathname, search } = request.nextUrl;
  const hasCookie = request.cookies.has(sessionCookieName(readEnv().isHttps));
  if (pathname.startsWith('/t/') && !hasCookie) {
    return NextResponse.redirect(new URL(signInPath(pathname + search), request.url));
  }

  const nonce = Buffer.from(crypto.getRandomValues(new Uint8Array(16))).toString('base64');
  const policy = contentSecurityPolicy(nonce);
  const headers = new Headers(request.headers);
  // For the script of the colour scheme, in app/layout.tsx.
  headers.set('x-nonce', nonce);
  headers.set(PATH_HEADER, pathname + search);
  // Next reads the nonce for its own scripts from this header.
  headers.set('Content-Security-Policy', policy);

  const response = NextResponse.next({ request: { headers } });
  response.headers.set('Content-Security-Policy', policy);
  return response;
}

/** Pages alone: not the API, the files of the build and the icon. */
export const config = { matcher: '/((?!api/|_next/static/|_next/image/|icon\\.svg).*)' };

// React's development build evaluates strings, to rebuild the stacks of server errors.
const evaluation = process.env.NODE_ENV === 'development' ? " 'unsafe-eval'" : '';

/** Allows scripts with the nonce of this response, and those that they load. */
function contentSecurityPolicy(nonce: string): string {
  return [
    "default-src 'self'",
    `script-src 'nonce-${nonce}' 'strict-dynamic'${evaluation}`,
    // Mantine writes the measures of its components into style attributes.
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data:",
    "connect-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ');
}
