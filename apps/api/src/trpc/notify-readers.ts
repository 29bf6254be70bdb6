import type { Context } from './context.ts';

/**
 * Notifies the readers of the log, in all processes, of what a call has changed: every transport does it here, once the
 * verb has committed.
 */
export function notifyReaders(type: string, ctx: Context): void {
  if (type === 'mutation' && !ctx.response.isUnchanged) ctx.changeNotifier.notify();
}
