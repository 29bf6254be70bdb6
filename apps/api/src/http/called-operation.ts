import type { ErrorCode } from '@crewboard/contracts';
import type { FastifyInstance } from 'fastify';

/** What a request calls. One object for each operation of a transport, made once at start, by which metrics are kept. */
export type CalledOperation = {
  readonly transport: 'rest' | 'trpc' | 'mcp' | 'none';
  /** The id of an operation, `batch` for several of tRPC at once, `none` where a transport calls no operation. */
  readonly operation: string;
  /**
   * Whether it may change anything, where the method of the request does not say it: the error of a response that finds
   * no room then says that the change may have been made.
   */
  readonly changes?: boolean;
};

/** Adds to requests what metrics and traces tell of them. */
export function describeRequests(app: FastifyInstance): void {
  app.decorateRequest('called', null);
  app.decorateRequest('errorCode', null);
  app.decorateRequest('isHeld', false);
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Null for health, documents, and unknown paths. */
    called: CalledOperation | null;
    /** The code of the error that the response has. */
    errorCode: ErrorCode | null;
    /** Open for longer than it is worked on: a stream of events, or a request that waits for a task. */
    isHeld: boolean;
  }
}
