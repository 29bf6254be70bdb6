import { startService } from './start-service.ts';

/** Starts one service for all tests; returns the function that stops it. */
export default async function setup(): Promise<() => Promise<void>> {
  // Playwright cleans up only on SIGINT; other signals would leave the database running.
  for (const signal of ['SIGTERM', 'SIGHUP'] as const)
    process.on(signal, () => process.kill(process.pid, 'SIGINT'));
  const { stop, ...address } = await startService();
  process.env.E2E_SERVICE = JSON.stringify(address);
  return stop;
}
