import type { FastifyReply } from 'fastify';

/** The policy of a response that is not a page: it loads nothing and cannot be framed. */
const dataPolicy = "default-src 'none'; frame-ancestors 'none'";

/** A Content-Security-Policy that allows the given directives, and nothing else. */
export const pagePolicy = (...directives: string[]): string =>
  [dataPolicy, "base-uri 'none'", "form-action 'none'", ...directives].join('; ');

/**
 * The headers of every response for browsers; a page replaces the policy by its own. HSTS applies to this host alone,
 * for a year: clients that use the public https URL stay on https.
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
