import { fork } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { createTeamClient } from '../../e2e/fixtures/team-client.ts';
import { projectRoot } from '../../scripts/setup/project.mjs';
import { ask } from '../ask.ts';
import type { Load, LoadResult, Request } from '../compare/load.ts';
import { cpuSeconds, residentMiB } from '../process-usage.ts';
import { checkOut, startVersion, type Version } from './start-version.ts';

const connections = 32;
/** How many calls one version gets before it is the turn of the other. */
const callsInTurn = 500;
/** How many tasks the tables have before the measurement. Half of them are done. */
const tasksBefore = 10_000;
/** Work that a process does this soon after the last response of a turn counts for the turn. */
const settleMs = 100;
/** Each step leaves the tasks that the next one needs. */
const steps = ['create', 'claim', 'complete', 'create', 'claim-next', 'complete'] as const;
type Step = (typeof steps)[number];

/** The processor seconds of a turn. */
type Used = { api: number; database: number };
type Side = Version & { agents: { id: string; token: string }[]; used: Map<Step, Used[]> };

/**
 * Measures the processor time of the API and PostgreSQL for each call beside that of an earlier commit: a fresh clone of
 * it with a database of its own, both in turns. `--calls=N` of each.
 */
export async function measureBeside(args: string[]): Promise<void> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: { calls: { type: 'string', default: '10000' } },
  });
  const [commit] = positionals;
  if (!commit) throw new Error('Say beside which commit: pnpm bench beside COMMIT');
  const folder = await mkdtemp(join(tmpdir(), 'crewboard-beside-'));
  const load = fork(new URL('../compare/load.ts', import.meta.url));
  const sides: Side[] = [];
  try {
    const clone = join(folder, 'clone');
    await checkOut(commit, clone);
    sides.push(await prepare(load, await startVersion(commit, clone)));
    sides.push(await prepare(load, await startVersion('now', projectRoot)));
    const turns = Math.ceil(Number(values.calls) / callsInTurn);
    // The first turn warms up.
    for (let turn = -1; turn < turns; turn += 1) {
      for (const step of steps) {
        for (const side of turn % 2 === 0 ? sides : sides.toReversed()) {
          const used = await measureTurn(load, side, step);
          if (turn >= 0) side.used.set(step, (side.used.get(step) ?? []).concat(used));
        }
      }
    }
    report(sides);
  } finally {
    load.kill();
    for (const side of sides) await side.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

/** Fills the tables, so that no statement has a plan for small tables. */
async function prepare(load: ReturnType<typeof fork>, version: Version): Promise<Side> {
  const client = createTeamClient(version.origin, version.team.apiKey, version.team);
  const agents: Side['agents'] = [];
  for (let index = 0; index < connections; index += 1)
    agents.push(await client.createAgent(`Agent ${index}`));
  const side = { ...version, agents, used: new Map() };
  await send(load, side, creations(side, tasksBefore));
  for (const step of ['claim', 'complete'] as const)
    await send(load, side, await requestsFor(side, step, tasksBefore / 2));
  await version.owner.query('vacuum analyze');
  await version.restartApi();
  return side;
}

async function measureTurn(load: ReturnType<typeof fork>, side: Side, step: Step): Promise<Used> {
  const requests =
    step === 'create' ? creations(side, callsInTurn) : await requestsFor(side, step, callsInTurn);
  const ofApi = () => cpuSeconds(side.apiPid());
  const ofDatabase = () => cpuSeconds(side.databasePid, { children: true });
  const before = { api: ofApi(), database: ofDatabase() };
  await send(load, side, requests);
  await sleep(settleMs);
  return { api: ofApi() - before.api, database: ofDatabase() - before.database };
}

async function send(load: ReturnType<typeof fork>, { name, origin }: Side, requests: Request[]) {
  const { statuses } = await ask<LoadResult>(load, {
    ...{ origins: [origin], requests, connections, count: requests.length },
  } satisfies Load);
  const unexpected = Object.keys(statuses).filter((status) => !['200', '201'].includes(status));
  if (unexpected.length > 0) throw new Error(`${name}: ${JSON.stringify(statuses)}`);
}

const post = (token: string, path: string, body: object): Request => ({
  ...{ method: 'POST', path },
  headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
  body: JSON.stringify(body),
});

function creations({ team: { teamId, projectId, apiKey } }: Side, count: number): Request[] {
  const request = post(apiKey, `/api/teams/${teamId}/tasks`, { title: 'A task of the benchmark', projectId });
  return Array.from({ length: count }, () => request);
}

/** Requests for tasks in the status that the step needs. */
async function requestsFor(
  { owner, agents, team }: Side,
  step: Exclude<Step, 'create'>,
  count: number,
): Promise<Request[]> {
  const tokenOf = (index: number) => (agents[index % agents.length] as Side['agents'][number]).token;
  if (step === 'claim-next') {
    return Array.from({ length: count }, (_, index) =>
      post(tokenOf(index), `/api/teams/${team.teamId}/tasks/claim-next`, {}),
    );
  }
  const { rows } = await owner.query<{ id: string; agentId: string }>(
    `select id, assigned_agent_id as "agentId" from tasks where status = $1 order by created_at, id limit $2`,
    [step === 'claim' ? 'todo' : 'in_progress', count],
  );
  if (rows.length < count) throw new Error(`${rows.length} tasks in place of ${count} for ${step}`);
  if (step === 'claim') {
    return rows.map(({ id }, index) => post(tokenOf(index), `/api/tasks/${id}/claim`, {}));
  }
  const tokens = new Map(agents.map(({ id, token }) => [id, token]));
  return rows.map(({ id, agentId }) =>
    post(tokens.get(agentId) as string, `/api/tasks/${id}/complete`, { result: 'Done' }),
  );
}

function report(sides: Side[]): void {
  const [before, now] = sides as [Side, Side];
  const microseconds = (turns: number[]) =>
    (1_000_000 * turns.reduce((sum, each) => sum + each, 0)) / (turns.length * callsInTurn);
  const usedFor = ({ used }: Side, step: Step) => {
    const turns = used.get(step) ?? [];
    return [turns.map(({ api }) => api), turns.map(({ database }) => database)].map(microseconds) as [
      number,
      number,
    ];
  };
  const sum = ([api, database]: [number, number]) => api + database;
  const show = ([api, database]: [number, number]) => `${api.toFixed(0)} + ${database.toFixed(0)}`;
  console.log('Processor time of the API and of PostgreSQL for a call, in µs');
  for (const step of new Set(steps)) {
    const [earlier, today] = [usedFor(before, step), usedFor(now, step)];
    console.log(
      `${step.padEnd(11)} ${before.name.slice(0, 10)} ${show(earlier)}, now ${show(today)}: speed ${(sum(earlier) / sum(today)).toFixed(2)}`,
    );
  }
  const memory = (side: Side) => `${side.name.slice(0, 10)} ${residentMiB(side.apiPid()).toFixed(0)} MiB`;
  console.log(`Memory of the API: ${memory(before)}, ${memory(now)}`);
}
