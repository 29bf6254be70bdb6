import type { ErrorCode } from '@crewboard/contracts';
import type { FastifyInstance } from 'fastify';

/** The operation that a request calls. Each operation of a transport has one object: metrics use it as a key. */
export type CalledOperation = {
  readonly transport: 'rest' | 'trpc' | 'mcp' | 'none';
  /** The id of an operation, `batch` for a tRPC batch, `none` where a transport calls no operation. */
  readonly operation: string;
  /**
   * Whether the call may change anything; if absent, every method but GET may. If the response is omitted because too
   * many responses are unsent, the error then says that the change may have been made.
   */
  readonly mayChange?: boolean;
};

/** Adds the properties of requests that metrics and traces read. */
export function decorateRequests(app: FastifyInstance): void {
  app.decorateRequest('called', null);
  app.decorateRequest('errorCode', null);
  app.decorateRequest('isLongLived', false);
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Null for health, documents, and unknown paths. */
    called: CalledOperation | null;
    /** The code of the error that the response has. */
    errorCode: ErrorCode | null;
    /** Open for longer than it is worked on: a stream of events, or a request that waits for a task. */
    isLongLived: boolean;
  }
}
