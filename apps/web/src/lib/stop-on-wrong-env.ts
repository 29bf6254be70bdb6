import { readEnv } from './env.ts';

/** A wrong setting stops the server at once: Next would go on and fail every request. */
export function stopOnWrongEnv(): void {
  try {
    readEnv();
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exit(1);
  }
}
