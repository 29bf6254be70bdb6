import { hasEnded, type ListTasks, logBeginning, type Task } from '@crewboard/contracts';
import type { z } from 'zod';
import { AppError, rateLimited } from '#src/errors.ts';
import type { RequestPlace, VerbContext } from '../../verb-context.ts';
import { assertIdsAlone, findOpen } from './list-by-ids.ts';

type Call = { ctx: VerbContext; input: z.output<typeof ListTasks>; signal?: AbortSignal | undefined };
type Subscription = Awaited<ReturnType<VerbContext['feed']['subscribe']>>;
type Wait = { ids: readonly string[]; waitFor: 'all' | 'any'; waitMs: number; signal: AbortSignal };

/** What ends a wait, beside the tasks: the subscription fails with it. */
const over = new AppError('UNAVAILABLE', 'The wait is over.');

/**
 * Waits until all, or any, of the tasks with these ids have ended, or the time is over; the list is read afterwards.
 * Meanwhile it has neither a connection nor a place among the requests in flight. Where the transport cannot wait, it does
 * not. Throws RATE_LIMITED where too many requests wait, and UNAUTHENTICATED once the credential has ended.
 */
export async function waitForTasks({ ctx, input, signal }: Call): Promise<void> {
  const { ids, waitFor = 'all', wait } = input;
  assertIdsAlone(input);
  if (!ids || wait === 0 || !ctx.place || !signal) return;
  await ctx.uncheckedToken?.check();
  const open = await findOpen(ctx.db.reads, { teamId: ctx.actor.teamId, ids });
  if (isOver(open, { ids, waitFor })) return;
  await waitInPlace(ctx, ctx.place, { ids, waitFor, waitMs: wait * 1_000, signal });
}

const isOver = (open: ReadonlySet<string>, { ids, waitFor }: Pick<Wait, 'ids' | 'waitFor'>): boolean =>
  waitFor === 'all' ? open.size === 0 : open.size < ids.length;

async function waitInPlace(ctx: VerbContext, place: RequestPlace, wait: Wait): Promise<void> {
  const { actor, credential, feed, revocations, taskWaits } = ctx;
  const { waitMs, signal } = wait;
  let subscription: Subscription | undefined;
  let isEnded = signal.aborted;
  const end = () => {
    isEnded = true;
    subscription?.fail(over);
  };
  const counted = taskWaits.add({ teamId: actor.teamId, callerId: `${actor.kind} ${actor.id}` }, end);
  if (counted instanceof AppError) throw counted;
  const leavePlace = () => {
    place.leave();
    counted.isIdle = true;
  };
  const timer = setTimeout(end, waitMs);
  signal.addEventListener('abort', end);
  // Whether it is valid is decided by the place, which checks it again.
  const unwatch = credential ? revocations.watch(credential, end) : () => undefined;
  try {
    subscription = await feed.subscribe(actor.teamId, logBeginning);
    if (!isEnded) await follow(ctx, { ...wait, subscription, leavePlace, enterPlace: () => place.enter() });
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', end);
    unwatch();
    counted.leave();
    subscription?.close();
  }
}

/** Those that wait for such a task wait for a person now, of which no event tells. */
const isOfNobody = (snapshot: Partial<Task>): boolean =>
  snapshot.status === 'cancelled' || snapshot.archivedAt != null;

type Following = Wait & {
  subscription: Subscription;
  leavePlace: () => void;
  enterPlace: () => Promise<boolean>;
};

/** Each change that commits before a look is in it, and each later one comes through the subscription. */
async function follow(ctx: VerbContext, following: Following): Promise<void> {
  const { ids, subscription } = following;
  const { teamId } = ctx.actor;
  const look = () => findOpen(ctx.db.reads, { teamId, ids });
  const wanted = new Set(ids);
  let open = await look();
  if (isOver(open, following)) return;
  following.leavePlace();
  try {
    while (!isOver(open, following)) {
      const taken = await subscription.take();
      if (taken === 'overflow' || taken.events.some(({ snapshot }) => isOfNobody(snapshot))) {
        open = await look();
        continue;
      }
      for (const { type, subject, snapshot } of taken.events) {
        if (!wanted.has(subject.id)) continue;
        if (type === 'task.stale' || hasEnded(snapshot)) open.delete(subject.id);
        else open.add(subject.id);
      }
    }
  } catch {
    // The time is over, the client or the credential is gone, or the process stops: the list is read as it is now.
  }
  if (await following.enterPlace()) return;
  if (following.signal.aborted) throw new AppError('BAD_REQUEST', 'The connection was closed.');
  throw rateLimited('Too many requests of this credential are being handled: send fewer at once.', 2);
}
