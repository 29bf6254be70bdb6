import type { FastifyReply, FastifyRequest } from 'fastify';
import type { VerbContext } from '../../features/verb-context.ts';

/**
 * Returns a function that registers an undo step, which runs if the response was not sent. A verb uses it for a change
 * that the client learns of by this response alone. A response that is lost after it was sent is not noticed.
 */
export const createUndeliveredWatcher =
  ({ log }: FastifyRequest, { raw }: FastifyReply): VerbContext['whenUndelivered'] =>
  (undo) => {
    const onClose = () => {
      const isSent = raw.writableFinished;
      if (isSent) return;
      undo().catch((err) => log.warn({ err }, 'cannot undo an operation whose response was not delivered'));
    };
    if (raw.closed) onClose();
    else raw.once('close', onClose);
  };
