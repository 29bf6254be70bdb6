import { errorCatalog } from '@crewboard/contracts';
import { TRPCError } from '@trpc/server';
import { getHTTPStatusCodeFromError } from '@trpc/server/http';
import { type TRPC_ERROR_CODE_KEY, TRPC_ERROR_CODES_BY_KEY } from '@trpc/server/rpc';

/** An error in the format of tRPC, so that the client of the page can read its code. */
export function trpcErrorBody(code: TRPC_ERROR_CODE_KEY, message: string) {
  const httpStatus = getHTTPStatusCodeFromError(new TRPCError({ code, message }));
  return { message, code: TRPC_ERROR_CODES_BY_KEY[code], data: { code, httpStatus } };
}

/** The error for a call without a session, as the API sends it: pages redirect to the sign-in. */
export const unauthenticatedBody = () => withProblem('UNAUTHENTICATED', 'UNAUTHORIZED', 'Sign in first.');

/** The error for a session with too many running requests, as the API sends it: pages retry after this many seconds. */
export function tooManyRequestsBody(detail: string, retryAfterSeconds: number) {
  const body = withProblem('RATE_LIMITED', 'TOO_MANY_REQUESTS', detail);
  return { ...body, data: { ...body.data, retryAfterSeconds } };
}

/**
 * The error for a 503 of this server, such as of a full queue, as the API sends it: without a problem, the status page
 * would say that the API is not reachable.
 */
export const unavailableBody = (detail: string) => withProblem('UNAVAILABLE', 'SERVICE_UNAVAILABLE', detail);

function withProblem(
  code: 'UNAUTHENTICATED' | 'RATE_LIMITED' | 'UNAVAILABLE',
  trpcCode: TRPC_ERROR_CODE_KEY,
  detail: string,
) {
  const { status, title } = errorCatalog[code];
  const body = trpcErrorBody(trpcCode, detail);
  return { ...body, data: { ...body.data, problem: { code, status, title, detail } } };
}

/** A response with a tRPC error. */
export function trpcError(code: TRPC_ERROR_CODE_KEY, message: string): Response {
  return errorResponse(trpcErrorBody(code, message));
}

/** The response to a call without a session. */
export function unauthenticated(): Response {
  return errorResponse(unauthenticatedBody());
}

function errorResponse(error: ReturnType<typeof trpcErrorBody>): Response {
  return Response.json(
    { error },
    { status: error.data.httpStatus, headers: { 'Cache-Control': 'no-store' } },
  );
}
