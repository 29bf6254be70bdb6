import {
  type Event,
  type FollowEvents,
  formatPosition,
  isAfter,
  type LiveEvents,
  type LogPosition,
  parsePosition,
} from '@crewboard/contracts';
import type { z } from 'zod';
import { AppError } from '../../errors.ts';
import type { VerbContext } from '../verb-context.ts';
import { assertPosition } from './assert-position.ts';
import { findLogEnd, hasMoreThan, type LogQuery, readLog } from './read-log.ts';
import { subjectsFor } from './readable-subjects.ts';
import type { Subscription } from './subscription.ts';

type Call = {
  ctx: VerbContext;
  input: z.output<typeof FollowEvents>;
  /** Ends the stream: the client is gone. */
  signal?: AbortSignal | undefined;
};

/** What is told, and the place in the log up to which nothing is left untold with it. */
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
  const start =
    input.lastEventId === undefined ? undefined : await assertPosition(ctx.db.reads, input.lastEventId);
  // First the subscription, then the log: what comes meanwhile comes twice, and is told by its place.
  const subscription = await ctx.feed.subscribe(ctx.actor.teamId);
  const unwatch = ctx.revocations.watch(credential, (why) =>
    subscription.fail(
      why === 'over'
        ? new AppError('UNAUTHENTICATED', 'The credential of this stream has ended.')
        : changed(),
    ),
  );
  function end(): void {
    signal?.removeEventListener('abort', leave);
    unwatch();
    subscription.close();
  }
  // A client may leave before the first event is asked for: then nobody else would end the subscription.
  function leave(): void {
    subscription.fail(new AppError('UNAVAILABLE', 'The client is gone.'));
    end();
  }
  signal?.addEventListener('abort', leave);
  if (signal?.aborted) leave();
  try {
    const position = start ?? (await findLogEnd(ctx.db.pool));
    return follow({ ctx, input, subscription, position, end, isGone: () => signal?.aborted ?? false });
  } catch (error) {
    end();
    throw error;
  }
}

const changed = () => new AppError('FORBIDDEN', 'What you may do in this team has changed: connect again.');

type Following = Pick<Call, 'ctx' | 'input'> & {
  subscription: Subscription;
  position: LogPosition;
  end: () => void;
  isGone: () => boolean;
};

async function* follow(following: Following): AsyncGenerator<LiveMessage> {
  const { ctx, input, subscription, isGone } = following;
  let { position } = following;
  const query: Omit<LogQuery, 'limit'> = {
    teamId: ctx.actor.teamId,
    subjects: subjectsFor(ctx.actor, input),
    subjectId: input.taskId,
    type: input.type,
    order: 'asc',
  };
  const isWanted = (event: Event) =>
    query.subjects?.includes(event.subject.type) &&
    (input.taskId === undefined || event.subject.id === input.taskId) &&
    (input.type === undefined || event.type === input.type);

  try {
    for (let isFirst = true; ; isFirst = false) {
      // What was missed, from the log.
      const { mostMissed } = input;
      const hasGap =
        mostMissed !== undefined &&
        (await hasMoreThan(ctx.db.reads, mostMissed, { ...query, after: position }));
      if (hasGap) position = await findLogEnd(ctx.db.pool);
      // The first message says that the stream has begun, and where, though nothing may happen for long.
      if (hasGap || isFirst) yield message(position, [], hasGap);
      for (let isBehind = true; isBehind; ) {
        subscription.throwIfFailed();
        const page = await readLog(ctx.db.reads, { ...query, after: position, limit: pageSize });
        position = lastOf(page.events) ?? position;
        subscription.throwIfFailed();
        if (page.events.length > 0) yield message(position, page.events);
        isBehind = page.nextCursor !== null;
      }
      // What comes now.
      for (;;) {
        const events = await subscription.take();
        if (events === 'overflow') break;
        const fresh = events.filter((event) => isAfter(placeOf(event), position));
        position = lastOf(fresh) ?? position;
        const wanted = fresh.filter(isWanted);
        if (wanted.length > 0) yield message(position, wanted);
      }
    }
  } catch (error) {
    if (!isGone()) throw error;
  } finally {
    following.end();
  }
}

const message = (position: LogPosition, events: Event[], hasGap = false): LiveMessage => ({
  id: formatPosition(position),
  events,
  hasGap,
});

const placeOf = (event: Event): LogPosition => parsePosition(event.id) ?? { xid: 0n, id: 0n };

function lastOf(events: Event[]): LogPosition | undefined {
  const last = events.at(-1);
  return last && placeOf(last);
}
