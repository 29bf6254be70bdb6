import { allOperations, type ErrorCode, errorsOf } from '@crewboard/contracts';
import type { FastifyInstance } from 'fastify';

/** Errors of requests that are not read as calls of an operation, or over tRPC not completely. */
const ofTransports: readonly ErrorCode[] = ['METHOD_NOT_ALLOWED', 'REQUEST_TIMEOUT', 'MALFORMED_JSON'];

/** The errors that each operation declares. People have no client for operations with the access `credential`. */
const errorsById = new Map<string, readonly ErrorCode[]>(
  allOperations.map((operation) => [
    operation.id,
    [
      ...errorsOf(operation),
      ...ofTransports,
      ...(operation.access === 'agentOrKey' ? (['FORBIDDEN', 'NOT_FOUND'] as const) : []),
    ],
  ]),
);

/** Collects each error with which the app responds to a call of an operation that does not declare it. */
export function collectUndeclaredErrors(app: FastifyInstance): ReadonlySet<string> {
  const undeclared = new Set<string>();
  app.addHook('onResponse', ({ called, errorCode }, _reply, done) => {
    const declared = called && errorsById.get(called.operation);
    if (declared && errorCode && !declared.includes(errorCode))
      undeclared.add(`${called.operation} over ${called.transport}: ${errorCode}`);
    done();
  });
  return undeclared;
}
