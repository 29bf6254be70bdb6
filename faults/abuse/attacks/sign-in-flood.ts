import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '@crewboard/db';
import { defineAttack } from '../attack.ts';
import { HttpClient } from '../support/http-client.ts';
import { sleepUntil } from '../support/pace.ts';
import type { Target } from '../support/service.ts';
import { countOf, type Tally } from '../support/tally.ts';
import type { Account, Team } from '../support/teams.ts';
import { CookieJar, signInToWeb } from '../support/web-sign-in.ts';

const clientCount = 120;
const waveIntervalMs = 3_000;
const ownerIntervalMs = 1_500;
const maxLogGrowth = 64 * 1024;
/** The limit of one account within 15 minutes. */
const maxFailures = 50;
/** A few rows for each of 120 addresses, but not one for each of 600 failures. */
const maxRows = 400;

type Prepared = { team: Team; owner: Account };

/** Each client sends one wrong password for the owner's account. */
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

/**
 * A browser of the owner, who signed in once and keeps its cookies, and each time a new one. Every attempt is from an
 * address without a sign-in: only the cookie of the device shows that it is known.
 */
class Owner {
  readonly #known = new CookieJar();
  readonly #signIn: (jar?: CookieJar) => Promise<string>;

  constructor({ webUrl }: Target, { email, password }: Account) {
    let addresses = 0;
    this.#signIn = async (jar) => {
      addresses += 1;
      const client = new HttpClient({ url: webUrl, address: `127.0.8.${addresses}`, timeoutMs: 15_000 });
      const outcome = await signInToWeb({ client, webUrl, email, password, jar });
      client.close();
      return outcome;
    };
  }

  async signInKnown(): Promise<string> {
    this.#known.forgetSession();
    return this.#signIn(this.#known);
  }

  /** The first sign-in of the device, before the attack. A starved machine may leave it undecided. */
  async introduceDevice(): Promise<string> {
    for (let attempt = 1; ; attempt += 1) {
      const outcome = await this.signInKnown();
      if (outcome !== 'not checked' || attempt === 5) return outcome;
    }
  }

  signInNew(): Promise<string> {
    return this.#signIn();
  }
}

async function signInByTurns(owner: Owner, tally: Tally, until: number): Promise<void> {
  for (let attempt = 0; Date.now() < until; attempt += 1) {
    const startedAt = Date.now();
    if (attempt % 2) tally.add(`owner new ${await owner.signInNew()}`);
    else tally.add(`owner known ${await owner.signInKnown()}`);
    await sleepUntil(startedAt + ownerIntervalMs);
  }
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
  async run({ target, address, prepared, seconds, tally }) {
    const owner = new Owner(target, prepared.owner);
    tally.add(`owner before ${await owner.introduceDevice()}`);
    const until = Date.now() + seconds * 1_000;
    const signingIn = signInByTurns(owner, tally, until);
    const waves: Promise<void>[] = [];
    while (Date.now() < until) {
      waves.push(sendWave(target, address, prepared.owner.email, tally));
      await sleep(waveIntervalMs);
    }
    await Promise.all([...waves, signingIn]);
    // All attempts are counted by now: without the device cookie this one exceeds the limit.
    tally.add(`owner known ${await owner.signInKnown()}`);
  },
  inspect: async ({ db }) => ({ 'rows of attempts': await countStoredAttempts(db) }),
  expected: ({ counts, logGrowth }) => {
    const rejections = ['rejected', '429'].map((outcome) => countOf(counts, `owner known ${outcome}`));
    return {
      'the known device is never rejected':
        countOf(counts, 'owner before in') === 1 &&
        countOf(counts, 'owner known in') > 0 &&
        rejections.every((count) => count === 0),
      'wrong passwords end at the limit of the account':
        countOf(counts, 'attacker rejected') <= maxFailures && countOf(counts, 'attacker 429') > 0,
      'failures are not stored one by one': countOf(counts, 'rows of attempts') <= maxRows,
      'failures are not logged one by one': logGrowth < maxLogGrowth,
    };
  },
});
