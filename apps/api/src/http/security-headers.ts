import type { FastifyReply } from 'fastify';

/** Of a response that is not a page: it loads nothing, and cannot be framed. */
const dataPolicy = "default-src 'none'; frame-ancestors 'none'";

/** A Content-Security-Policy that allows what the given directives name, from this server, and nothing else. */
export const pagePolicy = (...directives: string[]): string =>
  [dataPolicy, "base-uri 'none'", "form-action 'none'", ...directives].join('; ');

/**
 * What every response says to a browser; a page replaces the policy by its own. HSTS holds for this host alone, for
 * a year: clients that use the public https URL stay on https.
 */
export function setSecurityHeaders(reply: FastifyReply): void {
  reply.headers({
    'Content-Security-Policy': dataPolicy,
    'X-Content-Type-Options': 'nosniff',
    'Referrer-Policy': 'same-origin',
    'Cross-Origin-Opener-Policy': 'same-origin',
  });
  if (reply.server.publicUrl.startsWith('https:')) {
    reply.header('Strict-Transport-Security', 'max-age=31536000');
  }
}
