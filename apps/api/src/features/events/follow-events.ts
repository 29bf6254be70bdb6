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
import { assertStillInLog, findPosition } from './log/find-position.ts';
import { findTeamEnd } from './log/log-end.ts';
import { readHistoryRemovedAt } from './log/read-history-removed-at.ts';
import { hasMoreThan, type LogQuery, readLog } from './log/read-log.ts';
import type { Subscription } from './subscription.ts';
import { subjectsOfFilter } from './visible-subjects.ts';

type Call = {
  ctx: VerbContext;
  input: z.output<typeof FollowEvents>;
  /** Ends the stream: the client has disconnected. */
  signal?: AbortSignal | undefined;
};

/** A message of the stream. `id`: the position up to which the client has all events. */
type LiveMessage = LiveEvents & { id: string };

const pageSize = 200;

/**
 * Streams the team's events as they are committed, in the order of the log, each exactly once: after `lastEventId`, or
 * from now on. A stream reads missed events from the log and new events from the feed. It ends within a second of the
 * end of its credential.
 */
export async function followEvents({ ctx, input, signal }: Call): Promise<AsyncGenerator<LiveMessage>> {
  const { credential } = ctx;
  if (!credential) throw new AppError('UNAUTHENTICATED', 'Only a credential that can end may open a stream.');
  const { actor } = ctx;
  // The role has changed since the page of this member was rendered: the page must be loaded again.
  if (input.role && actor.kind === 'member' && actor.role !== input.role) throw roleHasChanged();
  const { teamId } = actor;
  const position =
    input.lastEventId === undefined
      ? await findTeamEnd(ctx.db, teamId)
      : await findPosition(ctx.db.reads, teamId, input.lastEventId);
  // Only a client that reads from the beginning could miss removed events: others continue after an event that exists.
  if (input.lastEventId !== undefined && position.xid === logBeginning.xid)
    ctx.response.historyRemovedAt = await readHistoryRemovedAt(ctx, { subjectId: input.taskId });
  const subscription = await ctx.feed.subscribe(teamId, position);
  const unwatch = ctx.revocations.watch(credential, (why) =>
    subscription.fail(
      why === 'invalid'
        ? new AppError('UNAUTHENTICATED', 'The credential of this stream has ended.')
        : roleHasChanged(),
    ),
  );
  // Only the dashboard gets leases.
  const unfollow =
    actor.kind === 'member'
      ? ctx.leaseFeed.follow(actor.teamId, (leases) => subscription.pushLeases(leases))
      : undefined;
  function end(): void {
    signal?.removeEventListener('abort', onDisconnect);
    unwatch();
    unfollow?.();
    subscription.close();
  }
  // The client may disconnect before it requests the first event: then the `finally` of the generator never runs.
  function onDisconnect(): void {
    subscription.fail(new AppError('UNAVAILABLE', 'The client has disconnected.'));
    end();
  }
  signal?.addEventListener('abort', onDisconnect);
  if (signal?.aborted) onDisconnect();
  return follow({ ctx, input, subscription, position, end, isDisconnected: () => signal?.aborted ?? false });
}

const roleHasChanged = () =>
  new AppError('FORBIDDEN', 'Your permissions in this team have changed: connect again.');

type Following = Pick<Call, 'ctx' | 'input'> & {
  subscription: Subscription;
  position: EventPosition;
  end: () => void;
  isDisconnected: () => boolean;
};

async function* follow(following: Following): AsyncGenerator<LiveMessage> {
  const { ctx, input, subscription, isDisconnected } = following;
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
      // Read missed events from the log, but none after `upTo`: no stream may be ahead of the feed, which notices if
      // the database has lost events.
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
        // Check after the read: if the database has lost the position meanwhile, the page has a gap before it.
        await assertStillInLog(ctx.db.reads, teamId, position);
        // Move on also after a page without a matching event.
        const next = page.nextCursor === null ? undefined : parsePosition(page.nextCursor);
        position = next ?? lastOf(page.events) ?? position;
        subscription.throwIfFailed();
        if (page.events.length > 0) yield message(position, page.events);
        isBehind = next !== undefined;
      }
      // Take new events from the feed.
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
    if (!isDisconnected()) throw error;
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

/** The events are in the order of the log. Usually the first event is already later, and with it all others. */
function eventsAfter(position: EventPosition, events: LoggedEvent[]): LoggedEvent[] {
  const first = events.findIndex((event) => isAfter(positionOf(event), position));
  return first < 0 ? [] : events.slice(first);
}

const positionOf = (event: LoggedEvent): EventPosition => parsePosition(event.id) ?? logBeginning;

function lastOf(events: LoggedEvent[]): EventPosition | undefined {
  const last = events.at(-1);
  return last && positionOf(last);
}
