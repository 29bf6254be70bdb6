import type { FastifyReply, FastifyRequest } from 'fastify';
import type { VerbContext } from '../../features/verb-context.ts';

/** Lets a verb undo what only this response tells the client. A response that is lost later is not noticed. */
export const undeliveredWatcher =
  ({ log }: FastifyRequest, { raw }: FastifyReply): VerbContext['whenUndelivered'] =>
  (undo) => {
    const onClose = () => {
      if (raw.writableFinished) return;
      undo().catch((err) => log.warn({ err }, 'cannot undo an operation whose response was not delivered'));
    };
    if (raw.closed) onClose();
    else raw.once('close', onClose);
  };
