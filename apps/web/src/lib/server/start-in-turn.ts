import type { ServerResponse } from 'node:http';
import type { LimitFunction } from 'p-limit';

/** Resolves when a request may start. The next one may start once its response is closed, or after `maxMs`. */
export function startInTurn(queue: LimitFunction, response: ServerResponse, maxMs: number): Promise<void> {
  return new Promise((resolve) => {
    void queue(async () => {
      resolve();
      if (response.closed) return;
      await new Promise<void>((leave) => {
        response.once('close', leave);
        setTimeout(leave, maxMs);
      });
    });
  });
}
