import {
  type EventPosition,
  type FollowEvents,
  formatPosition,
  isAfter,
  type LeaseExtension,
  type LiveEvents,
  type LoggedEvent,
  logBeginning,
  parsePosition,
} from '@crewboard/contracts';
import type { z } from 'zod';
import { AppError } from '../../errors.ts';
import type { VerbContext } from '../verb-context.ts';
import { assertStillInLog, findPosition } from './find-position.ts';
import { findTeamEnd } from './log-end.ts';
import { readHistoryRemovedAt } from './read-history-removed-at.ts';
import { hasMoreThan, type LogQuery, readLog } from './read-log.ts';
import type { Subscription } from './subscription.ts';
import { subjectsOfFilter } from './visible-subjects.ts';

type Call = {
  ctx: VerbContext;
  input: z.output<typeof FollowEvents>;
  /** Ends the stream: the client is gone. */
  signal?: AbortSignal | undefined;
};

/** Events of the stream, and the position up to which the stream is complete with them. */
type LiveMessage = LiveEvents & { id: string };

const pageSize = 200;

/**
 * The team's events as they are committed, in the order of the log, each exactly once: from after `lastEventId`, or
 * from now on. A stream ends within a second of the end of its credential.
 */
export async function followEvents({ ctx, input, signal }: Call): Promise<AsyncGenerator<LiveMessage>> {
  const { credential } = ctx;
  if (!credential) throw new AppError('UNAUTHENTICATED', 'Only a credential that can end may open a stream.');
  const { actor } = ctx;
  if (input.role && actor.kind === 'member' && actor.role !== input.role) throw changed();
  const { teamId } = actor;
  const position =
    input.lastEventId === undefined
      ? await findTeamEnd(ctx.db, teamId)
      : await findPosition(ctx.db.reads, teamId, input.lastEventId);
  // Only a stream of all events could seem to have the older ones; any other one continues after an event that is there.
  if (input.lastEventId !== undefined && position.xid === logBeginning.xid)
    ctx.response.historyRemovedAt = await readHistoryRemovedAt(ctx, { subjectId: input.taskId });
  const subscription = await ctx.feed.subscribe(teamId, position);
  const unwatch = ctx.revocations.watch(credential, (why) =>
    subscription.fail(
      why === 'invalid'
        ? new AppError('UNAUTHENTICATED', 'The credential of this stream has ended.')
        : changed(),
    ),
  );
  // Streams over REST have events only.
  const unfollow =
    actor.kind === 'member'
      ? ctx.leaseFeed.follow(actor.teamId, (leases) => subscription.pushLeases(leases))
      : undefined;
  function end(): void {
    signal?.removeEventListener('abort', leave);
    unwatch();
    unfollow?.();
    subscription.close();
  }
  // A client can disconnect before the first event is requested: then only this ends the subscription.
  function leave(): void {
    subscription.fail(new AppError('UNAVAILABLE', 'The client has disconnected.'));
    end();
  }
  signal?.addEventListener('abort', leave);
  if (signal?.aborted) leave();
  return follow({ ctx, input, subscription, position, end, isClosed: () => signal?.aborted ?? false });
}

const changed = () => new AppError('FORBIDDEN', 'Your permissions in this team have changed: connect again.');

type Following = Pick<Call, 'ctx' | 'input'> & {
  subscription: Subscription;
  position: EventPosition;
  end: () => void;
  isClosed: () => boolean;
};

async function* follow(following: Following): AsyncGenerator<LiveMessage> {
  const { ctx, input, subscription, isClosed } = following;
  let { position } = following;
  const { teamId } = ctx.actor;
  const query: Omit<LogQuery, 'limit'> = {
    teamId,
    subjects: subjectsOfFilter(ctx.actor, input),
    subjectId: input.taskId,
    type: input.type,
    order: 'asc',
  };
  const isWanted = (event: LoggedEvent) =>
    query.subjects?.includes(event.subject.type) &&
    (input.taskId === undefined || event.subject.id === input.taskId) &&
    (input.type === undefined || event.type === input.type);

  const isWantedLease = ({ taskId }: LeaseExtension) =>
    input.type === undefined && (input.taskId === undefined || taskId === input.taskId);

  try {
    for (let isFirst = true; ; isFirst = false) {
      // Missed events, from the log. Without the events after `upTo`, no stream is ahead of the feed, which notices
      // when the database has lost events.
      const upTo = subscription.start;
      const missed = { ...query, upTo };
      const { maxMissedEvents } = input;
      const hasGap =
        maxMissedEvents !== undefined &&
        (await hasMoreThan(ctx.db.reads, maxMissedEvents, { ...missed, after: position }));
      if (hasGap) position = await findTeamEnd(ctx.db, teamId, upTo);
      // The first message confirms the stream and its position, although no event may follow for long.
      if (hasGap || isFirst) yield { ...message(position, []), hasGap, ...clockFor(ctx) };
      for (let isBehind = true; isBehind; ) {
        subscription.throwIfFailed();
        const page = await readLog(ctx.db.reads, { ...missed, after: position, limit: pageSize });
        // Looked up after the read: in a database that has lost the position, the page would have a gap before it.
        await assertStillInLog(ctx.db.reads, teamId, position);
        // A page that has no event of the filter moves on as well.
        const next = page.nextCursor === null ? undefined : parsePosition(page.nextCursor);
        position = next ?? lastOf(page.events) ?? position;
        subscription.throwIfFailed();
        if (page.events.length > 0) yield message(position, page.events);
        isBehind = next !== undefined;
      }
      // New events, from the feed.
      for (;;) {
        const taken = await subscription.take();
        if (taken === 'overflow') break;
        const fresh = eventsAfter(position, taken.events);
        position = lastOf(fresh) ?? position;
        const wanted = fresh.filter(isWanted);
        const leases = taken.leases.filter(isWantedLease);
        if (leases.length > 0) yield { ...message(position, wanted), leases };
        else if (wanted.length > 0) yield message(position, wanted);
      }
    }
  } catch (error) {
    if (!isClosed()) throw error;
  } finally {
    following.end();
  }
}

const message = (position: EventPosition, events: LoggedEvent[]): LiveMessage => ({
  id: formatPosition(position),
  events,
  hasGap: false,
});

const clockFor = ({ actor }: VerbContext) =>
  actor.kind === 'member' ? { sentAt: new Date().toISOString() } : {};

/** Events are in the order of the log, so most often the first one shows that all are later. */
function eventsAfter(position: EventPosition, events: LoggedEvent[]): LoggedEvent[] {
  const first = events.findIndex((event) => isAfter(placeOf(event), position));
  return first < 0 ? [] : events.slice(first);
}

const placeOf = (event: LoggedEvent): EventPosition => parsePosition(event.id) ?? logBeginning;

function lastOf(events: LoggedEvent[]): EventPosition | undefined {
  const last = events.at(-1);
  return last && placeOf(last);
}
