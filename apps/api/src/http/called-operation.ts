import type { ErrorCode } from '@crewboard/contracts';
import type { FastifyInstance } from 'fastify';

/** What requests are measured by: one object for each operation of a transport, made once at start. */
export type CalledOperation = {
  readonly transport: 'rest' | 'trpc' | 'mcp' | 'none';
  /** The id of an operation, `batch` for several of tRPC at once, `none` where no operation is called. */
  readonly operation: string;
  /** Whether it may change anything, where the method of the request does not say it. */
  readonly changes?: boolean;
};

/** Health, documents, and requests that no route takes. */
export const noOperation: CalledOperation = { transport: 'none', operation: 'none' };

/** Adds to requests what metrics and traces tell of them. */
export function describeRequests(app: FastifyInstance): void {
  app.decorateRequest('called', null);
  app.decorateRequest('errorCode', null);
  app.decorateRequest('isHeld', false);
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Null where no operation is called. */
    called: CalledOperation | null;
    /** The code of the error that the response has. */
    errorCode: ErrorCode | null;
    /** Open for longer than it is worked on: a stream of events, or a request that waits for a task. */
    isHeld: boolean;
  }
}
