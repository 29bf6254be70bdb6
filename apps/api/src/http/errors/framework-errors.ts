import { TRPCError } from '@trpc/server';
import { AppError, notFound, toAppError } from '../../errors.ts';
import { fromTrpcError } from '../../trpc/init.ts';

/** The errors of Fastify as errors of the catalog. */
const byFastifyCode: Record<string, () => AppError> = {
  FST_ERR_BAD_URL: notFound,
  FST_ERR_MAX_PARAM_LENGTH: notFound,
  FST_ERR_CTP_BODY_TOO_LARGE: () => new AppError('PAYLOAD_TOO_LARGE', 'The body is larger than 1 MiB.'),
  FST_ERR_CTP_INVALID_MEDIA_TYPE: () =>
    new AppError('UNSUPPORTED_MEDIA_TYPE', 'Send the body as Content-Type: application/json.'),
  FST_ERR_CTP_EMPTY_TYPE: () =>
    new AppError('UNSUPPORTED_MEDIA_TYPE', 'Send the body as Content-Type: application/json.'),
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: () =>
    new AppError('BAD_REQUEST', 'The length of the body differs from Content-Length.'),
};

/** Converts any error that reaches the HTTP server, of tRPC and Fastify as well, to an error of the catalog. */
export function fromFrameworkError(error: unknown): AppError {
  if (error instanceof TRPCError) return fromTrpcError(error);
  // The connection ended before the body did: no client is there to read the response.
  if (error instanceof Error && error.message === 'aborted') {
    return new AppError('BAD_REQUEST', 'The request ended before its body did.');
  }
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return byFastifyCode[code]?.() ?? toAppError(error);
}
