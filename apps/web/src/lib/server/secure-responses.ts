import type { RequestListener, Server, ServerResponse } from 'node:http';

const headers = new Map([
  // Of a response that is no page: src/proxy.ts gives each page a policy with a nonce.
  ['Content-Security-Policy', "default-src 'none'; frame-ancestors 'none'"],
  ['X-Content-Type-Options', 'nosniff'],
  ['Referrer-Policy', 'same-origin'],
  ['Cross-Origin-Opener-Policy', 'same-origin'],
  ['Permissions-Policy', 'camera=(), geolocation=(), microphone=()'],
]);

/**
 * Sets the security headers of every response, before Next or a rejection sets its own. With a public https URL
 * browsers keep to https for a year, on this host alone.
 */
export function secureResponses(server: Server, { isHttps }: { isHttps: boolean }): void {
  const secure: RequestListener = (_request, response: ServerResponse) => {
    response.setHeaders(headers);
    if (isHttps) response.setHeader('Strict-Transport-Security', 'max-age=31536000');
  };
  server.prependListener('request', secure);
  server.prependListener('checkContinue', secure);
}
