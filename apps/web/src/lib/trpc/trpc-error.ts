import { TRPCError } from '@trpc/server';
import { getHTTPStatusCodeFromError } from '@trpc/server/http';
import { type TRPC_ERROR_CODE_KEY, TRPC_ERROR_CODES_BY_KEY } from '@trpc/server/rpc';

/** An error in the shape of tRPC, so that the client can read the code. */
export function trpcErrorBody(code: TRPC_ERROR_CODE_KEY, message: string) {
  const httpStatus = getHTTPStatusCodeFromError(new TRPCError({ code, message }));
  return { message, code: TRPC_ERROR_CODES_BY_KEY[code], data: { code, httpStatus } };
}

/** An answer that is such an error. */
export function trpcError(code: TRPC_ERROR_CODE_KEY, message: string): Response {
  const error = trpcErrorBody(code, message);
  return Response.json(
    { error },
    { status: error.data.httpStatus, headers: { 'Cache-Control': 'no-store' } },
  );
}
