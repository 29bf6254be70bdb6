import type { Event } from '@crewboard/contracts';

/** The reason of a release by the service, as a text for people; other texts as they are. */
export const serviceReason = (reason: string): string =>
  reason === 'undelivered' ? "The agent's connection closed before the response; back in the queue" : reason;

/** Why a task was released; undefined without a reason. Reasons of agents and people are shown as they are. */
export function releaseReason({ changes, actor }: Pick<Event, 'changes' | 'actor'>): string | undefined {
  const reason = changes?.reason?.after;
  if (typeof reason !== 'string') return undefined;
  return actor.kind === 'system' ? serviceReason(reason) : reason;
}
