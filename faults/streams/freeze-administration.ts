import { setTimeout as sleep } from 'node:timers/promises';
import { CrewboardError } from '@crewboard/sdk';
import { createTeam } from '../../apps/api/src/features/teams/create-team.ts';
import { createTeamClient, type TeamClient } from '../../e2e/fixtures/team-client.ts';
import type { ServerProcess } from '../abuse/support/server-process.ts';
import { Service } from '../abuse/support/service.ts';
import { type Row, rowOf } from '../row.ts';
import { median } from '../webhooks/support/numbers.ts';
import { waitUntil } from '../webhooks/support/wait.ts';
import { type FaultContext, World } from '../webhooks/support/world.ts';

type Size = { freezes: number; maxLateMs: number };

/** The server ends the transaction of a frozen process after this time. */
const maxIdleMs = 1_000;

/** One process of the API is frozen between the write and the commit of a change, beside streams of the other one. */
export async function freezeAdministration(context: FaultContext, size: Size): Promise<Row[]> {
  const world = await World.open(context);
  const service = await Service.start('replicas', world.db.url);
  const ended = new AbortController();
  try {
    const [frozen, other] = service.target.apiUrls as [string, string];
    const teams = [world.team, await createTeam({ ctx: { db: world.db }, input: { name: 'Other' } })];
    const streams = teams.map((team) => new Stream(createTeamClient(other, team.apiKey, team), ended.signal));
    const parts = { world, streams, process: service.servers[0] as ServerProcess };
    const client = createTeamClient(frozen, world.team.apiKey, world.team);
    const freezes: Freeze[] = [];
    for (let count = 0; count < size.freezes; count += 1) {
      freezes.push(await freezeOnce({ ...parts, client }, (maxIdleMs * count) / size.freezes));
      context.report(`freeze ${count + 1} of ${size.freezes}`);
    }
    return [rowOfFreezes(size, freezes)];
  } finally {
    ended.abort();
    service.servers[0]?.thaw();
    await service.stop();
    await world.close();
  }
}

/** An open stream of a team, which records when the event of each task arrived. */
class Stream {
  readonly #client: TeamClient;
  readonly #arrivedAt = new Map<string, number>();

  constructor(client: TeamClient, signal: AbortSignal) {
    this.#client = client;
    void this.#read(signal);
  }

  async #read(signal: AbortSignal): Promise<void> {
    for await (const { subject } of this.#client.events.follow({ after: '0' }, { signal }))
      this.#arrivedAt.set(subject.id, performance.now());
  }

  /** The milliseconds from the request of a change to its event. */
  async measureChange(): Promise<number> {
    const requestedAt = performance.now();
    const { id } = await this.#client.createTask();
    await waitUntil('the event arrives', () => this.#arrivedAt.has(id));
    return (this.#arrivedAt.get(id) as number) - requestedAt;
  }
}

type Scene = { world: World; streams: Stream[]; process: ServerProcess; client: TeamClient };

/** How late the events of others were; how the frozen change ended, what it left, and whether it succeeds again. */
type Freeze = { lateMs: number[]; outcome: string; isUndone: boolean; isRepeatable: boolean };

async function freezeOnce({ world, streams, process, client }: Scene, afterMs: number): Promise<Freeze> {
  const { id: agentId } = await client.createAgent('Before');
  const update = () => client.agents.update({ agentId, name: 'After' });
  const { changing } = await freezeBeforeCommit(world, process, update);
  await sleep(afterMs);
  const lateMs = await Promise.all(streams.map((stream) => stream.measureChange()));
  process.thaw();
  const outcome = await changing.then(
    () => 'succeeded',
    (error) => String(error instanceof CrewboardError ? error.status : error),
  );
  const isUndone = (await world.client.getAgent(agentId)).name === 'Before';
  const isRepeatable = (await update()).name === 'After';
  return { lateMs, outcome, isUndone, isRepeatable };
}

/**
 * Freezes the process when the change is written and not committed. A lock makes that moment long. Returns the promise
 * in an object: alone, it would be awaited with the call.
 */
async function freezeBeforeCommit<Result>(
  { db }: World,
  process: ServerProcess,
  change: () => Promise<Result>,
): Promise<{ changing: Promise<Result> }> {
  const find = async (condition: string) => {
    const { rows } = await db.query<{ pid: number }>(
      `select pid from pg_stat_activity where datname = current_database() and backend_xid is not null and ${condition}`,
    );
    return rows[0]?.pid;
  };
  const blocker = await db.pool.connect();
  let changing: Promise<Result>;
  let pid: number | undefined;
  try {
    await blocker.query('begin; lock table events in share mode');
    changing = change();
    // It is awaited after the freeze.
    changing.catch(() => undefined);
    await waitUntil('its event waits for the lock', async () => {
      pid = await find(`wait_event_type = 'Lock'`);
      return pid !== undefined;
    });
    process.freeze();
  } finally {
    // Ends the transaction as well.
    blocker.release(true);
  }
  // Or the server has ended the transaction by now, which the frozen process cannot commit.
  await waitUntil(
    'it is written',
    async () => (await find(`state = 'active' and pid = ${pid}`)) === undefined,
  );
  return { changing };
}

function rowOfFreezes({ maxLateMs }: Size, freezes: Freeze[]): Row {
  const lateMs = freezes.flatMap((freeze) => freeze.lateMs);
  const outcomes = [...new Set(freezes.map(({ outcome }) => outcome))];
  return rowOf(
    `frozen in a change of administration, ${freezes.length} ×`,
    `events of others arrive within ${maxLateMs} ms; the change gets 503 and leaves nothing`,
    `${lateMs.length} events of two teams in another process: median ${median(lateMs).toFixed(0)} ms, ` +
      `maximum ${Math.max(...lateMs).toFixed(0)} ms; changes: ${outcomes.join(', ')}, ` +
      `${freezes.filter(({ isUndone }) => isUndone).length} undone, ` +
      `${freezes.filter(({ isRepeatable }) => isRepeatable).length} repeated with success`,
    {
      'events in time': Math.max(...lateMs) <= maxLateMs,
      'each gets 503': outcomes.join() === '503',
      'nothing is left': freezes.every(({ isUndone }) => isUndone),
      'each succeeds again': freezes.every(({ isRepeatable }) => isRepeatable),
    },
  );
}
