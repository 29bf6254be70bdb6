import type { Server } from 'node:http';
import { resolveClientAddress } from './auth/resolve-client-address.ts';
import { type Env, readEnv } from './env.ts';
import { guardRequests } from './server/guard-requests.ts';
import { limitConnections } from './server/limit-connections.ts';
import { limitLog } from './server/limit-log.ts';
import { secureResponses } from './server/secure-responses.ts';

declare global {
  /** Left by http-server.mjs; `next dev` has none. */
  var crewboardHttpServer: Server | undefined;
}

export function prepareServer(): void {
  const { trustProxy, isHttps } = readEnvOrStop();
  limitLog();
  resolveClientAddress(trustProxy);
  if (!globalThis.crewboardHttpServer) return;
  limitConnections(globalThis.crewboardHttpServer, trustProxy);
  guardRequests(globalThis.crewboardHttpServer);
  secureResponses(globalThis.crewboardHttpServer, { isHttps });
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
