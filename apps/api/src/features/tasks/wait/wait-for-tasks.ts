import { type EventType, type ListTasks, type LoggedEvent, logBeginning } from '@crewboard/contracts';
import type { z } from 'zod';
import { AppError, rateLimited } from '#src/errors.ts';
import type { RequestPlace, VerbContext } from '../../verb-context.ts';
import { assertIdsAlone } from '../lists/list-by-ids.ts';
import { readWaitState, type WaitState, type WaitTarget } from './read-wait-state.ts';

type Call = { ctx: VerbContext; input: z.output<typeof ListTasks>; signal?: AbortSignal | undefined };
type Subscription = Awaited<ReturnType<VerbContext['feed']['subscribe']>>;
type Wait = { target: WaitTarget; waitMs: number; signal: AbortSignal };

/** Ends the subscription when the wait ends for another reason than the tasks. No client gets it: see `follow`. */
const waitEnded = new AppError('UNAVAILABLE', 'The wait is over.');

/**
 * Runs before `tasks.list` with `wait`: waits until all, or any, of the tasks with these ids have ended, or the time is
 * over. While it waits, the request has neither a connection nor a place among the requests in flight. Does not wait if
 * the transport cannot. Throws RATE_LIMITED if too many requests wait, and UNAUTHENTICATED once the credential has
 * ended.
 */
export async function waitForTasks({ ctx, input, signal }: Call): Promise<void> {
  const { ids, waitFor, wait } = input;
  assertIdsAlone(input);
  if (!ids || wait === 0 || !ctx.place || !signal) return;
  await ctx.uncheckedToken?.check();
  const target = { teamId: ctx.actor.teamId, ids, waitFor };
  if ((await lookAt(ctx, target)).isOver) return;
  await waitOutsidePlace(ctx, ctx.place, { target, waitMs: wait * 1_000, signal });
}

/**
 * The response says whether the wait is over, because the client cannot know it from its tasks if a blocker farther up
 * is stuck.
 */
async function lookAt({ db, response }: VerbContext, target: WaitTarget): Promise<WaitState> {
  const state = await readWaitState(db.reads, target);
  response.isWaitOver = state.isOver;
  return state;
}

async function waitOutsidePlace(ctx: VerbContext, place: RequestPlace, wait: Wait): Promise<void> {
  const { actor, credential, feed, revocations, taskWaits } = ctx;
  const { waitMs, signal } = wait;
  let subscription: Subscription | undefined;
  let isEnded = signal.aborted;
  const end = () => {
    isEnded = true;
    subscription?.fail(waitEnded);
  };
  const counted = taskWaits.add({ teamId: actor.teamId, callerId: `${actor.kind} ${actor.id}` }, end);
  if (counted instanceof AppError) throw counted;
  const leavePlace = () => {
    place.leave();
    counted.isIdle = true;
  };
  const timer = setTimeout(end, waitMs);
  signal.addEventListener('abort', end);
  // The place checks the credential again when the wait has ended.
  const unwatch = credential ? revocations.watch(credential, end) : () => undefined;
  try {
    // It continues after no event: it gets those from now on.
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

/** Events that end no wait. */
const harmless: readonly EventType[] = ['task.claimed', 'task.commented'];
/**
 * A pause hides that a task is stuck: see `isStuckOnPerson`. The resumption of an agent is an event of a watched
 * subject.
 */
const resumptions: readonly EventType[] = ['project.resumed', 'team.resumed'];

/** Whether the wait may be over after the event, or the watched ids may be others. */
function mayEnd(
  { type, subject, snapshot }: LoggedEvent,
  ids: readonly string[],
  { watched }: WaitState,
): boolean {
  if (resumptions.includes(type)) return true;
  if (!watched.has(subject.id) || harmless.includes(type)) return false;
  // A done task ends no wait for others: its dependants have events of their own.
  return snapshot.status !== 'done' || ids.includes(subject.id);
}

type Following = Wait & {
  subscription: Subscription;
  leavePlace: () => void;
  enterPlace: () => Promise<boolean>;
};

/**
 * A look shows every change that was committed before it; the subscription brings the later ones. Events that come
 * during a look are taken together after it, so that a request has at most one query under way.
 */
async function follow(ctx: VerbContext, following: Following): Promise<void> {
  const { target, subscription } = following;
  let state = await lookAt(ctx, target);
  if (state.isOver) return;
  following.leavePlace();
  try {
    while (!state.isOver) {
      const taken = await subscription.take();
      const looksAgain =
        taken === 'overflow' || taken.events.some((event) => mayEnd(event, target.ids, state));
      if (looksAgain) state = await lookAt(ctx, target);
    }
  } catch {
    // The time is over, the client or the credential is gone, the process stops, or a look has failed: read the list as
    // it is now.
  }
  if (await following.enterPlace()) return;
  if (following.signal.aborted) throw new AppError('BAD_REQUEST', 'The connection was closed.');
  throw rateLimited('Too many requests of this credential are being handled: send fewer at once.', 2);
}
