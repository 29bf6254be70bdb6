import { resolveClientAddress } from './auth/resolve-client-address.ts';
import { type Env, readEnv } from './env.ts';

export function prepareServer(): void {
  resolveClientAddress(readEnvOrStop().trustProxy);
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
