import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ResponseMetadata } from '../features/verb-context.ts';

/**
 * Undoes what only this response tells the client, if the connection closes before the system has taken all of it. A
 * response that is lost later is not noticed.
 */
export function undoIfUndelivered(
  { log }: FastifyRequest,
  { raw }: FastifyReply,
  { onUndelivered }: ResponseMetadata,
): void {
  if (!onUndelivered) return;
  const undo = () => {
    if (raw.writableFinished) return;
    onUndelivered().catch((err) => log.warn({ err }, 'cannot release a task that its agent was not told of'));
  };
  if (raw.closed) undo();
  else raw.once('close', undo);
}
