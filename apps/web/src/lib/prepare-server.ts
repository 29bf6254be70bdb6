import type { Server } from 'node:http';
import { httpBounds } from '@crewboard/contracts';
import { closeStalledConnections } from '@crewboard/stalled-connections';
import { resolveClientAddress } from './auth/resolve-client-address.ts';
import { type Env, readEnv } from './env.ts';
import { guardRequests } from './server/guard-requests.ts';
import { limitConnections } from './server/limit-connections.ts';
import { limitLog } from './server/limit-log.ts';
import { secureResponses } from './server/secure-responses.ts';

const STALL_TIMEOUT_MS = 10_000;

declare global {
  /** Left by http-server.mjs; `next dev` has none. */
  var crewboardHttpServer: Server | undefined;
}

export function prepareServer(): void {
  const { trustProxy, isHttps } = readEnvOrStop();
  limitLog();
  resolveClientAddress(trustProxy);
  const server = globalThis.crewboardHttpServer;
  if (!server) return;
  server.headersTimeout = httpBounds.headersTimeoutMs;
  server.requestTimeout = httpBounds.requestTimeoutMs;
  closeStalledConnections(server, STALL_TIMEOUT_MS);
  limitConnections(server, trustProxy);
  guardRequests(server);
  secureResponses(server, { isHttps });
}

// A wrong setting stops the server at once: Next would go on and fail every request.
function readEnvOrStop(): Env {
  try {
    return readEnv();
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exit(1);
  }
}
