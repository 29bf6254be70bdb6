import { TRPCError } from '@trpc/server';
import { getHTTPStatusCodeFromError } from '@trpc/server/http';
import { type TRPC_ERROR_CODE_KEY, TRPC_ERROR_CODES_BY_KEY } from '@trpc/server/rpc';

/** An answer in the shape of a tRPC error, so that the client can read the code. */
export function trpcError(code: TRPC_ERROR_CODE_KEY, message: string): Response {
  const httpStatus = getHTTPStatusCodeFromError(new TRPCError({ code, message }));
  const error = { message, code: TRPC_ERROR_CODES_BY_KEY[code], data: { code, httpStatus } };
  return Response.json({ error }, { status: httpStatus, headers: { 'Cache-Control': 'no-store' } });
}
