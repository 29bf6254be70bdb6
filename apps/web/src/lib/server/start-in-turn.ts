import type { ServerResponse } from 'node:http';
import type { LimitFunction } from 'p-limit';

/** Resolves when the request may start. It occupies a place until its response is closed, at most for `maxMs`. */
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
