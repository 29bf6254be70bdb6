import { errorCatalog } from '@crewboard/contracts';
import { initTRPC, TRPCError } from '@trpc/server';
import type { OpenApiMeta } from 'trpc-to-openapi';
import { z } from 'zod';
import { AppError, invalid, notFound, toAppError } from '../errors.ts';
import type { Context } from './context.ts';
import type { TrpcBatch } from './trpc-batch.ts';
import { validationErrors } from './validation.ts';

/**
 * Calls the verb, after access and input were checked, and returns the result of the operation. REST uses it to replay
 * the response of an Idempotency-Key without a call of the verb, and to make pages within the share of their team.
 */
export type WrapVerb = (runVerb: () => Promise<unknown>) => Promise<unknown>;

/**
 * Runs an operation for REST and MCP: checks the access, parses the input, runs the verb, and parses its result unless
 * it is a list. Writes the database into `ctx`, so each call needs a context of its own. Throws errors of the catalog.
 */
export type RunOperation = (call: {
  ctx: Context;
  input: unknown;
  signal?: AbortSignal | undefined;
  wrapVerb?: WrapVerb | undefined;
}) => Promise<unknown>;

/**
 * The metadata of a procedure: its REST route for the generator of the OpenAPI document, and `run` for REST and MCP,
 * which get it with `getOperationRunner`.
 */
export type Meta = OpenApiMeta & { run?: RunOperation };

const trpcCodes: Record<number, TRPCError['code']> = {
  400: 'BAD_REQUEST',
  401: 'UNAUTHORIZED',
  403: 'FORBIDDEN',
  404: 'NOT_FOUND',
  405: 'METHOD_NOT_SUPPORTED',
  408: 'TIMEOUT',
  409: 'CONFLICT',
  413: 'PAYLOAD_TOO_LARGE',
  415: 'UNSUPPORTED_MEDIA_TYPE',
  429: 'TOO_MANY_REQUESTS',
  503: 'SERVICE_UNAVAILABLE',
};

/** An error of the catalog as tRPC throws it. */
export function toTrpcError(error: AppError): TRPCError {
  const code = trpcCodes[error.status] ?? 'INTERNAL_SERVER_ERROR';
  return new TRPCError({ code, message: error.message, cause: error });
}

/** The error of the catalog for an error of tRPC, whether a verb or tRPC itself has thrown it. */
export function fromTrpcError(error: TRPCError): AppError {
  if (error.code === 'INTERNAL_SERVER_ERROR') return toAppError(error.cause);
  if (error.cause instanceof AppError) return error.cause;
  const status = Object.keys(trpcCodes).find((each) => trpcCodes[Number(each)] === error.code);
  if (status === '404') return notFound();
  if (status === '405') return new AppError('METHOD_NOT_ALLOWED', 'Queries are GET, mutations are POST.');
  if (status === '415') return new AppError('UNSUPPORTED_MEDIA_TYPE', 'Send application/json.');
  if (status === '400') return new AppError('MALFORMED_JSON', 'The input is not a JSON object.');
  return toAppError(error);
}

const t = initTRPC
  .context<Context>()
  .meta<Meta>()
  .create({
    errorFormatter({ shape, error, ctx }) {
      const { code, status, message, errors, facts, retryAfterS } = fromTrpcError(error);
      const problem = { code, status, title: errorCatalog[code].title, detail: message, errors, ...facts };
      return {
        code: shape.code,
        message,
        data: {
          code: error.code,
          httpStatus: status,
          // In the body, because the calls of a tRPC batch have no headers of their own.
          retryAfterSeconds: status === 429 ? retryAfterS : undefined,
          problem: { ...problem, requestId: ctx?.requestId },
        },
      };
    },
  });

export const router = t.router;

/**
 * Notifies the readers of the event log, in all processes, of a change. All transports call it once the verb has
 * committed: tRPC in `baseProcedure`, REST and MCP in `toRun`.
 */
export function notifyReaders(type: string, ctx: Context): void {
  if (type === 'mutation' && !ctx.response.isUnchanged) ctx.changeNotifier.notify();
}

/** The base of every procedure: notifies the readers of the log, and turns every error into one of the catalog. */
export const baseProcedure = t.procedure.use(async ({ ctx, next, meta, type }) => {
  const result = await (ctx.trpcBatch ? runInBatch(ctx.trpcBatch, next) : next());
  if (result.ok) {
    notifyReaders(type, ctx);
    return isAsyncIterable(result.data) ? { ...result, data: withCatalogErrors(result.data) } : result;
  }
  const { cause, code } = result.error;
  if (code === 'BAD_REQUEST' && cause instanceof z.ZodError) {
    throw toTrpcError(invalidInput(cause, meta?.openapi?.path ?? ''));
  }
  throw toTrpcError(fromTrpcError(result.error));
});

async function runInBatch<Result>(batch: TrpcBatch, call: () => Promise<Result>): Promise<Result> {
  try {
    return await batch.run(call);
  } catch (error) {
    throw toTrpcError(toAppError(error));
  }
}

/** The error for an invalid input: NOT_FOUND if only ids in the path are malformed, otherwise VALIDATION_ERROR. */
export function invalidInput(error: z.ZodError, path: string): AppError {
  const errors = validationErrors(error.issues, path).filter(
    ({ path: field }) => !path.includes(`{${field}}`),
  );
  return errors.length > 0 ? invalid(errors, error) : notFound();
}

function isAsyncIterable(value: unknown): value is AsyncIterable<unknown> {
  return value !== null && typeof value === 'object' && Symbol.asyncIterator in value;
}

/** Turns the error of a stream, which can fail long after it began, into one of the catalog. */
async function* withCatalogErrors(stream: AsyncIterable<unknown>): AsyncGenerator<unknown> {
  try {
    yield* stream;
  } catch (error) {
    throw toTrpcError(toAppError(error));
  }
}
