import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { openDatabase } from '@crewboard/db';
import { type Latency, latencyOf } from '../../faults/abuse/attack-row.ts';
import { Child } from '../../faults/abuse/support/child.ts';
import { Service } from '../../faults/abuse/support/service.ts';
import { Teams } from '../../faults/abuse/support/teams.ts';
import type { Victim, VictimFigures, VictimRequest } from '../../faults/abuse/support/victim-process.ts';
import { projectRoot } from '../../scripts/setup/project.mjs';
import { fillDatabase } from '../bounded/fill-database.ts';
import { startDatabase } from '../start-service.ts';

const runs = 3;
const aloneSeconds = 20;
const responseTimeoutMs = 60_000;

type Outcome = { path: string; seconds: number; rows: number; bytes: number };

/**
 * Measures `admin backup` of 200,000 tasks, or as many as `--tasks=` says, beside the well-behaved client of the abuse
 * suite, and what that client gets meanwhile; then `admin backup verify` and `admin restore`.
 */
export async function measureBackup(args: string[]): Promise<void> {
  const tasks = Number(args.find((each) => each.startsWith('--tasks='))?.slice(8) ?? 200_000);
  const database = await startDatabase();
  const cleanUps = [() => database.stop()];
  try {
    await fill(database.ownerUrl, tasks);
    const service = await Service.start('api', database.url);
    cleanUps.push(() => service.stop());
    const db = openDatabase(database.url, { maxConnections: 2 });
    cleanUps.push(() => db.close());
    const teams = new Teams(db, database.ownerUrl, service.target);
    const team = await teams.createTeam('Well-behaved');
    const [agent] = await teams.createAgents(team, 1);
    const client = new Child(new URL('../../faults/abuse/support/victim-process.ts', import.meta.url));
    cleanUps.push(async () => client.kill());
    const parts = { target: service.target, team, agentToken: agent?.token ?? '', webCookie: undefined };

    await beside(client, parts, () => sleep(5_000));
    print('alone', (await beside(client, parts, () => sleep(aloneSeconds * 1_000))).latency);
    const backups: Outcome[] = [];
    const folder = join(database.folder, 'backups');
    const during = await beside(client, parts, async () => {
      for (let run = 0; run < runs; run += 1) {
        backups.push(await admin(['backup', folder, '--keep', '1'], { DATABASE_URL: database.url }));
      }
    });
    for (const { seconds, rows, bytes } of backups) {
      console.log(`backup and verify: ${seconds.toFixed(1)} s, ${rows} rows, ${toMiB(bytes)} MiB`);
    }
    print('during the backups', during.latency);
    const backup = backups.at(-1)?.path ?? '';
    const { stdout } = await promisify(execFile)('du', ['-sm', backup]);
    console.log(`on the disk: ${stdout.split('\t')[0]} MiB`);

    const dataDir = join(database.folder, 'restored');
    const restored = await admin(['restore', backup], { DATA_DIR: dataDir });
    console.log(`restore: ${restored.seconds.toFixed(1)} s`);
  } finally {
    for (const cleanUp of cleanUps.reverse()) await cleanUp();
  }
}

async function fill(ownerUrl: string, tasks: number): Promise<void> {
  const owner = openDatabase(ownerUrl, { maxConnections: 1 });
  const connection = await owner.pool.connect();
  try {
    await fillDatabase(connection, tasks);
  } finally {
    connection.release(true);
    await owner.close();
  }
}

/** What the client gets while `work` runs. */
async function beside(
  client: Child,
  parts: Victim,
  work: () => Promise<unknown>,
): Promise<{ latency: Latency }> {
  const request = <Reply>(message: VictimRequest) => client.request<Reply>(message, responseTimeoutMs);
  await request({ begin: parts });
  await work();
  return { latency: latencyOf(await request<VictimFigures>('end')) };
}

async function admin(command: string[], env: Record<string, string>): Promise<Outcome> {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [join(projectRoot, 'apps/api/src/cli/admin.ts'), ...command, '--json'],
    { cwd: projectRoot, env: { ...process.env, ...env } },
  );
  return JSON.parse(stdout);
}

const toMiB = (bytes: number) => Math.round(bytes / 1024 / 1024);

function print(what: string, { p50, p99, count, failed }: Latency): void {
  console.log(
    `${what}: p50 ${p50.toFixed(0)} ms, p99 ${p99.toFixed(0)} ms of ${count} requests, ${failed} not 2xx`,
  );
}
