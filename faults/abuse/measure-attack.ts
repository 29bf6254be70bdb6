import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '@crewboard/db';
import type { Attack } from './attack.ts';
import { type AttackRow, brokenBounds, type Latency, latencyOf } from './attack-row.ts';
import type { AttackerRequest } from './support/attacker-process.ts';
import { Child } from './support/child.ts';
import type { Service } from './support/service.ts';
import type { Counts } from './support/tally.ts';
import type { Teams } from './support/teams.ts';
import type { Victim, VictimFigures, VictimRequest } from './support/victim-process.ts';

/** A running service with everything needed to measure an attack. */
export type Stage = {
  db: Database;
  service: Service;
  teams: Teams;
  victim: Child;
  victimParts: Victim;
  alone: Latency;
  settleMs: number;
  /** Of the random choices of the attacks. */
  seed: number;
};

/** How long the last requests of the victim may take. */
const victimTimeoutMs = 60_000;
/** How long the attacker may take beyond its time for its last requests. */
const attackerGraceMs = 60_000;

/** Measures the victim for this time without an attack. */
export async function measureAlone(victim: Child, parts: Victim, seconds: number): Promise<Latency> {
  return (await measureVictim(victim, parts, () => sleep(seconds * 1_000))).latency;
}

/** Measures one attack with the victim beside it, the victim before it, and both again after a recovery time. */
export async function measureAttack(
  attack: Attack,
  prepared: unknown,
  address: string,
  stage: Stage,
): Promise<AttackRow> {
  const before = await figuresOf(stage);
  const { latency: during, result } = await measureVictim(stage.victim, stage.victimParts, () =>
    runAttack(attack, {
      name: attack.name,
      target: stage.service.target,
      address,
      prepared,
      seed: stage.seed,
    }),
  );
  const settled = sleep(stage.settleMs);
  const inspected = await attack.inspect?.(stage.teams, prepared);
  await settled;
  const after = await figuresOf(stage);
  const counts = { ...result, ...inspected };
  const databaseGrowth = after.databaseBytes - before.databaseBytes;
  const logGrowth = after.logBytes - before.logBytes;
  const row = {
    attack,
    alone: stage.alone,
    during,
    heap: { before: before.heap, after: after.heap },
    rss: { before: before.rss, peak: after.peakRss, after: after.rss },
    databaseGrowth,
    logGrowth,
    counts,
  };
  return { ...row, broken: brokenBounds(row, attack.expected({ counts, databaseGrowth, logGrowth })) };
}

async function measureVictim<Result>(victim: Child, parts: Victim, meanwhile: () => Promise<Result>) {
  const requestVictim = <Reply>(request: VictimRequest) => victim.request<Reply>(request, victimTimeoutMs);
  await requestVictim({ begin: parts });
  try {
    const result = await meanwhile();
    return { result, latency: latencyOf(await requestVictim<VictimFigures>('end')) };
  } catch (error) {
    await requestVictim('end');
    throw error;
  }
}

/** Runs in a process that is killed at the end, with all of its connections. */
async function runAttack({ seconds }: Attack, request: AttackerRequest): Promise<Counts> {
  const attacker = new Child(new URL('./support/attacker-process.ts', import.meta.url));
  try {
    return await attacker.request<Counts>(request, seconds * 1_000 + attackerGraceMs);
  } finally {
    attacker.kill();
  }
}

async function figuresOf({ db, service }: Stage) {
  const { rows } = await db.pool.query<{ bytes: string }>(
    'select pg_database_size(current_database()) as bytes',
  );
  return {
    ...(await service.memory()),
    databaseBytes: Number(rows[0]?.bytes),
    logBytes: service.logBytes,
  };
}
