import type { RunningService } from './start-service.ts';

/** The addresses of the service of this test run. */
export function readServiceAddress(): Omit<RunningService, 'stop'> {
  return JSON.parse(process.env.E2E_SERVICE ?? '{}');
}
