import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '@crewboard/db';
import { defineAttack } from '../attack.ts';
import { HttpClient } from '../support/http-client.ts';
import type { Target } from '../support/service.ts';
import { countOf, type Tally } from '../support/tally.ts';
import type { Account, Team } from '../support/teams.ts';
import { CookieJar, signInToWeb } from '../support/web-sign-in.ts';

const clientCount = 120;
const waveIntervalMs = 3_000;
const ownerIntervalMs = 1_500;
const maxLogGrowth = 64 * 1024;
/** A few for each address, but not one for each of the 600 failures. */
const maxRows = 400;

type Prepared = { team: Team; owner: Account };

/** Every client once, with a wrong password for the owner's account. */
async function sendWave(target: Target, address: string, email: string, tally: Tally) {
  const network = address.split('.').slice(0, 3).join('.');
  const attempts = Array.from({ length: clientCount }, async (_, index) => {
    const client = new HttpClient({
      url: target.webUrl,
      address: `${network}.${index + 1}`,
      timeoutMs: 15_000,
    });
    const password = `wrong ${Math.random()}`;
    tally.add(`attacker ${await signInToWeb({ client, webUrl: target.webUrl, email, password })}`);
    client.close();
  });
  await Promise.all(attempts);
}

/** The owner signs in from a browser that was there before, and from one that was not, again and again. */
async function signInOwner(target: Target, { email, password }: Account, tally: Tally, until: number) {
  const { webUrl } = target;
  const client = new HttpClient({ url: webUrl, address: '127.0.8.1', timeoutMs: 15_000 });
  const known = new CookieJar();
  tally.add(`owner before ${await signInToWeb({ client, webUrl, email, password, jar: known })}`);
  return async () => {
    for (let attempt = 0; Date.now() < until; attempt += 1) {
      const startedAt = Date.now();
      const device = attempt % 2 ? 'new' : 'known';
      if (device === 'known') known.forgetSession();
      const jar = device === 'known' ? known : new CookieJar();
      tally.add(`owner ${device} ${await signInToWeb({ client, webUrl, email, password, jar })}`);
      await sleep(Math.max(0, startedAt + ownerIntervalMs - Date.now()));
    }
    client.close();
  };
}

async function countStoredAttempts({ pool }: Database): Promise<number> {
  const { rows: tables } = await pool.query<{ name: string }>(
    `select table_name as name from information_schema.tables
     where table_schema = 'public' and table_name like 'sign\\_in\\_%'`,
  );
  let stored = 0;
  for (const { name } of tables) {
    const { rows } = await pool.query<{ count: number }>(`select count(*)::int as count from "${name}"`);
    stored += rows[0]?.count ?? 0;
  }
  return stored;
}

export const signInFlood = defineAttack<Prepared>({
  name: 'sign-in-flood',
  sends: `${clientCount} addresses send wrong passwords for the owner, all at once every 3 s`,
  service: 'web',
  perSecond: 40,
  seconds: 15,
  async prepare(teams) {
    const team = await teams.createTeam('Attacked');
    return { team, owner: team.owner };
  },
  async run({ target, address, prepared: { owner }, seconds, tally }) {
    const until = Date.now() + seconds * 1_000;
    const signingIn = (await signInOwner(target, owner, tally, until))();
    const waves: Promise<void>[] = [];
    while (Date.now() < until) {
      waves.push(sendWave(target, address, owner.email, tally));
      await sleep(waveIntervalMs);
    }
    await Promise.all([...waves, signingIn]);
  },
  inspect: async ({ db }) => ({ 'rows of attempts': await countStoredAttempts(db) }),
  expected: ({ counts, logGrowth }) => {
    const known = Object.entries(counts).filter(([label]) => label.startsWith('owner known '));
    return {
      'the known device is always let in':
        countOf(counts, 'owner known in') > 0 &&
        known.length === 1 &&
        countOf(counts, 'owner before in') === 1,
      'failures are not stored one by one': countOf(counts, 'rows of attempts') <= maxRows,
      'failures are not logged one by one': logGrowth < maxLogGrowth,
    };
  },
});
