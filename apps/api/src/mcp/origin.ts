import type { FastifyRequest } from 'fastify';
import { AppError } from '../errors.ts';

const localHosts = ['localhost', '127.0.0.1', '[::1]'];

function hostOf(url: string): string | undefined {
  return URL.canParse(url) ? new URL(url).hostname : undefined;
}

/**
 * Throws FORBIDDEN for a page of another site (MCP, Streamable HTTP, Security Warning): a name that was rebound to
 * this server would make its pages same-origin, but a browser sends their name with every POST. Other clients send no
 * Origin.
 */
export function assertOrigin({ headers: { origin }, server }: FastifyRequest): void {
  if (origin === undefined) return;
  const host = hostOf(origin);
  if (host !== undefined && (localHosts.includes(host) || host === hostOf(server.publicUrl))) return;
  throw new AppError(
    'FORBIDDEN',
    `The Origin is neither this machine nor the host of PUBLIC_API_URL (${server.publicUrl || 'not set'}). Set PUBLIC_API_URL to the URL that clients use.`,
  );
}
