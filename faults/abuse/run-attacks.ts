import { openDatabase, prepareDatabase } from '@crewboard/db';
import { buildEverything } from '../../scripts/setup/prepare.mjs';
import { projectRoot } from '../../scripts/setup/project.mjs';
import { type Postgres, startPostgres } from '../webhooks/support/postgres.ts';
import type { Attack } from './attack.ts';
import type { AttackRow } from './attack-row.ts';
import { attacks } from './attacks.ts';
import { measureAlone, measureAttack, type Stage } from './measure-attack.ts';
import { renderAttack, renderMarkdown } from './print-attacks.ts';
import { Child } from './support/child.ts';
import { HttpClient } from './support/http-client.ts';
import { Service, type ServiceKind } from './support/service.ts';
import { type Team, Teams } from './support/teams.ts';
import type { Victim } from './support/victim-process.ts';
import { CookieJar, signInToWeb } from './support/web-sign-in.ts';

type Options = { names: string[]; markdown: boolean; seed: number; interrupted: AbortSignal };

const aloneSeconds = 12;
const warmUpSeconds = 5;
const settleMs = 30_000;
const kinds: ServiceKind[] = ['api', 'replicas', 'unlimited', 'web', 'proxy'];

/**
 * Runs the attacks whose names have one of these parts, or all, and prints a row for each; returns whether all
 * conditions held.
 */
export async function runAttacks({ names, markdown, seed, interrupted }: Options): Promise<boolean> {
  const chosen = attacks.filter(
    ({ name }) => names.length === 0 || names.some((part) => name.includes(part)),
  );
  if (chosen.length === 0) throw new Error(`There are: ${attacks.map(({ name }) => name).join(', ')}`);
  if (chosen.some(({ service }) => service === 'web' || service === 'proxy')) {
    console.log('Building the web server');
    await buildEverything({ logsDir: `${projectRoot}/.data/logs`, interrupted });
  }
  const startedAt = Date.now();
  // As in production, commits wait for the disk, so that locks are held as long.
  const postgres = await startPostgres('on');
  const cleanUps = [() => postgres.remove()];
  await prepareDatabase(postgres);
  const rows: AttackRow[] = [];
  const stopped = new Promise<never>((_, reject) => {
    interrupted.addEventListener('abort', () => reject(new Error('Interrupted.')));
  });
  const running = (async () => {
    for (const kind of kinds) {
      const ofKind = chosen.filter(({ service }) => service === kind);
      if (ofKind.length > 0) await runOn(kind, ofKind, { postgres, rows, cleanUps, seed });
    }
  })();
  try {
    await Promise.race([running, stopped]);
  } finally {
    running.catch(() => undefined);
    for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp();
  }
  if (markdown) console.log(`\n${renderMarkdown(rows)}\n`);
  const held = rows.filter(({ broken }) => broken.length === 0).length;
  const minutes = ((Date.now() - startedAt) / 60_000).toFixed(1);
  console.log(`${held} of ${chosen.length} as expected, in ${minutes} minutes`);
  return held === chosen.length;
}

type Suite = {
  postgres: Pick<Postgres, 'url' | 'ownerUrl'>;
  rows: AttackRow[];
  cleanUps: (() => Promise<void>)[];
  seed: number;
};

/** Runs the attacks on one kind of service, one after another beside the same victim. */
async function runOn(kind: ServiceKind, ofKind: Attack[], suite: Suite): Promise<void> {
  const { postgres, rows, cleanUps, seed } = suite;
  const before = cleanUps.length;
  const service = await Service.start(kind, postgres.url);
  cleanUps.push(() => service.stop());
  const db = openDatabase(postgres.url, { maxConnections: 2 });
  cleanUps.push(() => db.close());
  const teams = new Teams(db, postgres.ownerUrl, service.target);
  const victim = new Child(new URL('./support/victim-process.ts', import.meta.url));
  cleanUps.push(async () => victim.kill());
  // The first account becomes an operator: it must not be an attacker's.
  const victimParts = await createVictim(kind, teams, await teams.createTeam('Victim'));
  console.log(`Preparing ${ofKind.length} attacks on the service (${kind})`);
  const prepared: unknown[] = [];
  for (const attack of ofKind) prepared.push(await attack.prepare?.(teams));
  await measureAlone(victim, victimParts, warmUpSeconds);
  const alone = await measureAlone(victim, victimParts, aloneSeconds);
  const stage: Stage = { db, service, teams, victim, victimParts, alone, settleMs, seed };
  let left: Attack[] = [];
  for (const [index, attack] of ofKind.entries()) {
    // Each attack has its own network of addresses, because limits count requests by address.
    const address = `127.0.${20 + index}.1`;
    try {
      const row = await measureAttack(attack, prepared[index], address, stage);
      rows.push(row);
      console.log(renderAttack(row));
    } catch (error) {
      console.log(`✗ ${attack.name} could not be carried out: ${(error as Error).stack}\n`);
      if (!service.ended) continue;
      left = ofKind.slice(index + 1);
      break;
    }
  }
  teams.close();
  for (const cleanUp of cleanUps.splice(before).reverse()) await cleanUp();
  // An attack that ended the service leaves none for the others.
  if (left.length > 0) await runOn(kind, left, suite);
}

async function createVictim(kind: ServiceKind, teams: Teams, team: Team): Promise<Victim> {
  const { target } = teams;
  const [agent] = await teams.createAgents(team, 1);
  const parts = { target, team, agentToken: agent?.token ?? '' };
  if (kind !== 'web' && kind !== 'proxy') return { ...parts, webCookie: undefined };
  const client = new HttpClient({ url: target.webUrl });
  const jar = new CookieJar();
  const { email, password } = team.owner;
  const outcome = await signInToWeb({ client, webUrl: target.webUrl, email, password, jar });
  client.close();
  if (outcome !== 'in') throw new Error(`The victim could not sign in: ${outcome}`);
  return { ...parts, webCookie: jar.header };
}
