import { setTimeout as sleep } from 'node:timers/promises';
import type { Task } from '@crewboard/contracts';
import type { Random } from '../../../apps/api/test/support/seeded-random.ts';
import type { Claim } from '../history.ts';
import type { KeyedClient } from './keyed-client.ts';

/** A client that works until its process ends. */
export type Worker = {
  client: KeyedClient;
  random: Random;
  teamId: string;
  projectId: string;
  agentIds: string[];
  leaseSeconds: number;
  /** The maximum of the random time between two operations. */
  thinkMs: number;
};

/** One of this many claims has no lease: only its holder, a person or a key ends it. */
const unleasedOneIn = 40;
/** The agent completes an abandoned claim up to this long after its lease has ended. */
const maxLateMs = 2_000;
/** The share of completions after which the agent creates a task. With most, the queue is neither empty nor long. */
const followUpShare = 0.95;

/** The share of created tasks that wait for some of the tasks in `todo`. */
const waitingShare = 0.2;
const maxBlockers = 3;

/** Up to `count` of the newest tasks in `todo`, at random. */
export async function chooseBlockers({ client, random, teamId }: Worker, count: number): Promise<string[]> {
  if (count === 0) return [];
  const tasks = await client.list(`/api/teams/${teamId}/tasks?status=todo&limit=10`);
  return tasks.flatMap(({ id }) => (random.next() * tasks.length < count ? [id] : [])).slice(0, count);
}

type Weights = readonly (readonly [number, () => Promise<unknown>])[];

function pickWeighted(random: Random, weights: Weights): () => Promise<unknown> {
  let rest = random.next() * weights.reduce((sum, [weight]) => sum + weight, 0);
  for (const [weight, run] of weights) {
    rest -= weight;
    if (rest < 0) return run;
  }
  return async () => undefined;
}

/** Claims and completes tasks as careless agents do: it also forgets claims, and completes some of them late. */
export async function runAgent(worker: Worker): Promise<never> {
  const { client, random, teamId, projectId, leaseSeconds, thinkMs } = worker;
  let held: Claim | undefined;
  let leaseEndsAt: number | undefined;
  const abandoned: { claim: Claim; dueAt: number }[] = [];
  const lease = () => (random.below(unleasedOneIn) === 0 ? {} : { leaseSeconds });
  const hold = (task: Task | undefined) => {
    held = task && { taskId: task.id, attempt: task.attempt };
    leaseEndsAt = task?.leaseExpiresAt ? Date.parse(task.leaseExpiresAt) : undefined;
  };

  const create = async () => {
    const blockedBy = await chooseBlockers(worker, random.next() < waitingShare ? maxBlockers : 0);
    return client.send({
      ...{ kind: 'create', path: `/api/teams/${teamId}/tasks` },
      body: (title) => ({ title, projectId, priority: random.pick(['low', 'normal', 'high']), blockedBy }),
    });
  };
  const claimNext = async (finished?: Claim) => {
    const complete = (result: string) => (finished ? { complete: { ...finished, result } } : {});
    const outcome = await client.send({
      ...{
        kind: 'claimNext',
        path: `/api/teams/${teamId}/tasks/claim-next`,
        ...(finished && { completes: finished }),
      },
      body: (key) => ({ ...lease(), ...complete(key), wait: random.below(2) }),
    });
    hold(outcome?.task);
    if (outcome?.status === 204 || (finished && random.next() < followUpShare)) await create();
  };
  const claimFromList = async () => {
    // Several agents choose from the same few tasks.
    const tasks = await client.list(`/api/teams/${teamId}/tasks?status=todo&limit=4`);
    const task = tasks.length > 0 ? random.pick(tasks) : undefined;
    if (!task) return create();
    const path = `/api/tasks/${task.id}/claim`;
    const outcome = await client.send({ kind: 'claim', path, taskId: task.id, body: () => lease() });
    hold(outcome?.task);
    return outcome;
  };
  const about = (
    kind: 'heartbeat' | 'complete' | 'release' | 'fail',
    claim: Claim,
    fields: (key: string) => object,
  ) =>
    client.send({
      ...{ kind, path: `/api/tasks/${claim.taskId}/${kind}`, ...claim },
      body: (key) => ({ attempt: claim.attempt, ...fields(key) }),
    });
  const heartbeat = async (claim: Claim) => {
    const outcome = await about('heartbeat', claim, () => ({}));
    if (outcome?.status === 409) held = undefined;
  };
  const complete = async (claim: Claim) => {
    await about('complete', claim, (result) => ({ result }));
    if (random.next() < followUpShare) await create();
  };
  const completeWithoutAttempt = ({ taskId }: Claim) =>
    client.send({
      kind: 'complete',
      path: `/api/tasks/${taskId}/complete`,
      taskId,
      body: (result) => ({ result }),
    });

  for (;;) {
    const claim = held;
    if ((abandoned[0]?.dueAt ?? Number.POSITIVE_INFINITY) < Date.now()) {
      const late = abandoned.shift();
      if (late) await complete(late.claim);
    }
    if (!claim) {
      await pickWeighted(random, [
        [60, () => claimNext()],
        [25, claimFromList],
        [15, create],
      ])();
    } else {
      const end = (run: (claim: Claim) => Promise<unknown>) => async () => {
        held = undefined;
        await run(claim);
      };
      // The task is offered again soon, so that the queue does not run empty.
      const fail = (each: Claim) =>
        about('fail', each, (reason) => ({ reason, retryAfterSeconds: random.below(3) }));
      const abandon = async () => {
        if (leaseEndsAt) abandoned.push({ claim, dueAt: leaseEndsAt + random.below(maxLateMs) });
      };
      await pickWeighted(random, [
        [25, () => heartbeat(claim)],
        [40, end(claimNext)],
        [15, end(complete)],
        [6, end(completeWithoutAttempt)],
        [8, end((each) => about('release', each, (reason) => ({ reason })))],
        [6, end(fail)],
        [3, end(abandon)],
      ])();
    }
    await sleep(random.below(thinkMs));
  }
}
