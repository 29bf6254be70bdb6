import { type EventType, type ListTasks, type LoggedEvent, logBeginning } from '@crewboard/contracts';
import type { z } from 'zod';
import { AppError, rateLimited } from '#src/errors.ts';
import type { RequestPlace, VerbContext } from '../../verb-context.ts';
import { assertIdsAlone } from '../lists/list-by-ids.ts';
import { type Look, readWaitState, type Wanted } from './read-wait-state.ts';

type Call = { ctx: VerbContext; input: z.output<typeof ListTasks>; signal?: AbortSignal | undefined };
type Subscription = Awaited<ReturnType<VerbContext['feed']['subscribe']>>;
type Wait = { wanted: Wanted; waitMs: number; signal: AbortSignal };

/** What ends a wait, beside the tasks: the subscription fails with it. */
const over = new AppError('UNAVAILABLE', 'The wait is over.');

/**
 * Waits until all, or any, of the tasks with these ids have ended, or the time is over; the list is read afterwards.
 * Meanwhile it has neither a connection nor a place among the requests in flight. Where the transport cannot wait, it does
 * not. Throws RATE_LIMITED where too many requests wait, and UNAUTHENTICATED once the credential has ended.
 */
export async function waitForTasks({ ctx, input, signal }: Call): Promise<void> {
  const { ids, waitFor, wait } = input;
  assertIdsAlone(input);
  if (!ids || wait === 0 || !ctx.place || !signal) return;
  await ctx.uncheckedToken?.check();
  const wanted = { teamId: ctx.actor.teamId, ids, waitFor };
  if ((await lookAt(ctx, wanted)).isOver) return;
  await waitInPlace(ctx, ctx.place, { wanted, waitMs: wait * 1_000, signal });
}

/** Tells the client if the wait is over: it cannot find out from the tasks alone, where one far up holds them up. */
async function lookAt({ db, response }: VerbContext, wanted: Wanted): Promise<Look> {
  const look = await readWaitState(db.reads, wanted);
  response.isWaitOver = look.isOver;
  return look;
}

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

/** What ends no wait, by itself: an agent works on the task, or somebody has written to it. */
const harmless: readonly EventType[] = ['task.claimed', 'task.commented'];
/** A pause hides that an agent cannot work, or that a task is stale; that of an agent is an event of the agent. */
const resumptions: readonly EventType[] = ['project.resumed', 'team.resumed'];

/**
 * Whether a wait may be over after the event. What opens tasks again needs no look, as the one that ends the wait reads all of
 * them, but for what gives them others to wait for.
 */
function mayEnd(
  { type, subject, snapshot }: LoggedEvent,
  ids: readonly string[],
  { watched }: Look,
): boolean {
  if (resumptions.includes(type)) return true;
  if (!watched.has(subject.id) || harmless.includes(type)) return false;
  // A task that is done ends nothing but itself: what it has blocked has an event of its own.
  return snapshot.status !== 'done' || ids.includes(subject.id);
}

type Following = Wait & {
  subscription: Subscription;
  leavePlace: () => void;
  enterPlace: () => Promise<boolean>;
};

/**
 * Each change that commits before a look is in it, and each later one comes through the subscription. Events that come during a
 * look are taken together after it, so that a request has one query under way at most.
 */
async function follow(ctx: VerbContext, following: Following): Promise<void> {
  const { wanted, subscription } = following;
  let look = await lookAt(ctx, wanted);
  if (look.isOver) return;
  following.leavePlace();
  try {
    while (!look.isOver) {
      const taken = await subscription.take();
      const looksAgain =
        taken === 'overflow' || taken.events.some((event) => mayEnd(event, wanted.ids, look));
      if (looksAgain) look = await lookAt(ctx, wanted);
    }
  } catch {
    // The time is over, the client or the credential is gone, or the process stops: the list is read as it is now.
  }
  if (await following.enterPlace()) return;
  if (following.signal.aborted) throw new AppError('BAD_REQUEST', 'The connection was closed.');
  throw rateLimited('Too many requests of this credential are being handled: send fewer at once.', 2);
}
