import type { RunningService } from './start-service.ts';

/** Where the service of this run is. */
export function readServiceAddress(): Omit<RunningService, 'stop'> {
  return JSON.parse(process.env.E2E_SERVICE ?? '{}');
}
