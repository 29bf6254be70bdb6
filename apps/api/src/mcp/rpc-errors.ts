import type { FastifyReply, FastifyRequest } from 'fastify';
import { type AppError, invalid } from '../errors.ts';
import { recordError, setErrorHeaders, toProblem } from '../http/errors/problem.ts';
import { sendBeforeBody } from '../http/request/unread-body.ts';
import { toolWording } from './tool-wording.ts';

/** The codes of JSON-RPC 2.0, section 5.1. Other errors have -32000. */
const rpcCodes: Partial<Record<AppError['code'], number>> = {
  MALFORMED_JSON: -32_700,
  VALIDATION_ERROR: -32_600,
  INTERNAL_ERROR: -32_603,
};

/**
 * Responds to a request that is rejected before the SDK: sends an error of the catalog, with its remedy, as JSON-RPC.
 */
export function sendRpcError(request: FastifyRequest, reply: FastifyReply, error: AppError): FastifyReply {
  recordError(request, error);
  setErrorHeaders(reply, error);
  const { detail, remedy } = error.inWords(toolWording);
  const data = toProblem(error, request.id, request.server.publicUrl);
  const rpcError = {
    code: rpcCodes[error.code] ?? -32_000,
    message: `${error.code}: ${detail} ${remedy}`,
    data,
  };
  reply.code(error.status).header('Content-Type', 'application/json; charset=utf-8');
  return sendBeforeBody(request, reply, { jsonrpc: '2.0', id: null, error: rpcError });
}

/** The error for a body that is not one message. */
export const notAMessage = () =>
  invalid([
    { path: '', message: 'The body must be one JSON-RPC message, an object; batches are not supported' },
  ]);

export const envelopeTooLarge = () =>
  invalid([{ path: '', message: 'may have 16,384 bytes besides the arguments of the tool' }]);
