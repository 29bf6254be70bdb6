import type { FastifyRequest } from 'fastify';

/** A host name, address or bracketed IPv6 address, with or without a port: nothing that could break a header. */
const hostShape = /^(?:[\w.-]+|\[[\da-f:.]+\])(?::\d{1,5})?$/i;

/** Where this client reaches the service: as configured, else by the Host header that it used. */
export function publicUrl(request: FastifyRequest): string {
  const configured = request.server.publicUrl;
  if (configured) return configured;
  return hostShape.test(request.host) ? `${request.protocol}://${request.host}` : '';
}

declare module 'fastify' {
  interface FastifyInstance {
    /** The configured PUBLIC_API_URL, without a slash at its end. */
    publicUrl: string | undefined;
  }
}
