import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { minLeaseSeconds } from '@crewboard/contracts';
import { openTestDatabase } from '@crewboard/db/testing';
import { createClient } from '@crewboard/sdk';
import { checkOutRelease } from '../../scripts/release-checkout.ts';
import { projectRoot } from '../../scripts/setup/project.mjs';
import { checkHistory } from '../history/check-history.ts';
import { clockOffset } from '../history/clients/record-calls.ts';
import { maxAttempts } from '../history/history.ts';
import { ClientProcess } from '../history/world/client-process.ts';
import { readHistory } from '../history/world/read-history.ts';
import { isInstalled, ReverseProxy } from '../restart/proxies.ts';
import { type Row, rowOf } from '../row.ts';
import { Receiver } from '../webhooks/support/receiver.ts';
import { becomesTrue } from '../webhooks/support/wait.ts';
import type { FaultContext } from '../webhooks/support/world.ts';
import { countOutcomes } from './count-outcomes.ts';
import { followTasks } from './follow-tasks.ts';
import { Installation } from './installation.ts';

export type Size = {
  /** The release that is upgraded. */
  from: string;
  processes: number;
  agentsPerProcess: number;
  /** How long the clients work in each of the states between which a process is replaced. */
  stepMs: number;
};

const deliveredTypes = ['task.created', 'task.completed'] as const;

/** Two processes of the API behind HAProxy and a worker are replaced by those of this version, under load. */
export async function runRollingUpgrade(context: FaultContext, { from, ...size }: Size): Promise<Row[]> {
  const name = `rolling upgrade from ${from}`;
  const expected = 'nothing lost, done twice or failed';
  if (!isInstalled('haproxy'))
    return [{ fault: name, expected, seen: 'not run: install haproxy', ok: false }];
  const former = checkOutRelease(from);
  const folder = await mkdtemp(join(tmpdir(), 'crewboard-upgrade-'));
  const installation = await Installation.create(context, folder);
  const receiver = await Receiver.start();
  const cleanUps: (() => Promise<unknown>)[] = [
    () => rm(folder, { recursive: true, force: true }),
    () => installation.close(),
    () => receiver.close(),
  ];
  try {
    installation.migrate(former);
    await installation.startWorker(former);
    for (const index of [0, 1]) await installation.startApi(index, former);
    const proxy = await ReverseProxy.start('haproxy', installation.portOf, { isAsDeployed: true });
    cleanUps.push(() => proxy.stop());
    const team = installation.createTeam(former);
    const { teamId, projectId, apiKey } = team;
    const client = createClient({ url: proxy.url, token: apiKey });
    await client.projects.update({ projectId, maxAttempts });
    await client.webhooks.create({
      ...{ teamId, url: `${receiver.url}/hook`, eventTypes: [...deliveredTypes] },
    });
    const count = size.processes * size.agentsPerProcess;
    const create = (_: unknown, index: number) =>
      client.agents.create({ teamId, name: `Agent ${index + 1}` });
    const agents = await Promise.all(Array.from({ length: count }, create));
    const stream = followTasks(client, teamId);
    const offset = clockOffset();
    const clients = Array.from(
      { length: size.processes },
      (_, slot) =>
        new ClientProcess(() => ({
          ...{ urls: [proxy.url], team, thinkMs: 60, lostShare: 0, givesUp: false, leaseShortenedByMs: 0 },
          ...{ leaseSeconds: minLeaseSeconds, clockOffset: offset, seed: context.seed + slot * 1_000_000 },
          ...{ file: join(folder, `${slot}.jsonl`), name: `${slot}` },
          agents: agents.slice(slot * size.agentsPerProcess, (slot + 1) * size.agentsPerProcess),
          agentIds: agents.map(({ id }) => id),
        })),
    );
    cleanUps.push(() => Promise.all(clients.map((each) => each.kill())));

    const steps: [string, () => unknown][] = [
      [`${from} runs`, () => undefined],
      ['the database is migrated', () => installation.migrate(projectRoot)],
      ['the worker is replaced', () => installation.startWorker(projectRoot)],
      ['one API is replaced', () => installation.startApi(0, projectRoot)],
      ['the other API is replaced', () => installation.startApi(1, projectRoot)],
    ];
    for (const [what, run] of steps) {
      await run();
      console.log(`       ${what}`);
      await sleep(size.stepMs);
    }
    const failures = clients.flatMap(({ failure }) => failure ?? []);
    if (failures.length > 0) throw new Error(failures.join(' '));
    await Promise.all(clients.map((each) => each.kill()));

    const db = openTestDatabase(installation.ownerUrl, { maxConnections: 2 });
    cleanUps.push(() => db.close());
    const received = () => new Set(receiver.arrivals.map(({ eventId }) => eventId)).size;
    const { rows } = await db.pool.query<{ events: number; sent: number }>(
      `select count(*)::int as events, count(*) filter (where type = any ($1))::int as sent
       from events where subject_type = 'task'`,
      [deliveredTypes],
    );
    const [{ events, sent } = { events: 0, sent: 0 }] = rows;
    await becomesTrue(() => stream.versions.length >= events && received() >= sent, 20_000);
    stream.stop();
    // Before the rows are read, because the processes end leases, which changes the rows.
    await installation.stop();
    const history = await readHistory(db, folder, []);
    const violations = checkHistory(history);
    const outcomes = countOutcomes(history.calls);
    const inLog = history.events.map(({ taskId, snapshot }) => `${taskId} ${snapshot.version}`);
    const seen =
      `${outcomes.operations} operations, ${outcomes.repeated} of them repeated, ${outcomes.failed} failed ${outcomes.failures}; ` +
      `${events} events, ${stream.versions.length} on a stream that connected ${stream.connections} times, ` +
      `${received()} of ${sent} delivered in ${receiver.arrivals.length} requests`;
    for (const { rule, detail } of violations.slice(0, 5)) console.log(`       ${rule}: ${detail}`);
    return [
      rowOf(name, expected, seen, {
        'no rule is broken': violations.length === 0,
        'no operation failed': outcomes.failed === 0,
        'the stream has each event once, in order':
          stream.versions.length >= events &&
          inLog.slice(0, stream.versions.length).join() === stream.versions.join(),
        'each event is delivered': received() >= sent,
      }),
      installation.tryToStart(former),
    ];
  } finally {
    for (const cleanUp of cleanUps.reverse()) await cleanUp();
  }
}
