import { setTimeout as sleep } from 'node:timers/promises';
import { createToken } from '../../../apps/api/src/auth/tokens.ts';
import { defineAttack } from '../attack.ts';
import { HttpClient } from '../support/http-client.ts';
import { pace } from '../support/pace.ts';
import { countOf } from '../support/tally.ts';

/** How many addresses of the attacker's network guess. */
const addressCount = 4;
const maxLogGrowth = 64 * 1024;
/** A few rows per address, but not one per guess. */
const maxRows = 400;

type Prepared = { secret: string };

/** Guesses secrets of invitations; an invited person opens the right link meanwhile, and nobody joins. */
export const guessedInvitations = defineAttack<Prepared>({
  name: 'guessed-invitations',
  sends: `${addressCount} addresses guess secrets of invitations`,
  service: 'web',
  perSecond: 40,
  seconds: 12,
  async prepare(teams) {
    const team = await teams.createTeam('Attacked');
    return { secret: await teams.createInvitation(team) };
  },
  async run({ target, address, prepared: { secret }, count, perSecond, tally }) {
    const network = address.split('.').slice(0, 3).join('.');
    const lookUp = async (from: string, guess: string) => {
      const client = new HttpClient({ url: target.webUrl, address: from, timeoutMs: 15_000 });
      const { status, text } = await client.send({
        method: 'POST',
        path: '/api/join/look-up',
        headers: { Origin: target.webUrl, 'Content-Type': 'application/json' },
        body: JSON.stringify({ secret: guess }),
      });
      client.close();
      if (status === 200) return 'found';
      return (JSON.parse(text || '{}') as { code?: string }).code ?? String(status);
    };
    const guessing = pace({ count, perSecond }, async (index) => {
      const from = `${network}.${(index % addressCount) + 1}`;
      // The guess has a valid checksum, so that the service must look it up.
      tally.add(`guess ${await lookUp(from, createToken('invite').token)}`);
    });
    for (let attempt = 1; attempt <= 5; attempt += 1) {
      tally.add(`invited ${await lookUp(`127.0.9.${attempt}`, secret)}`);
      await sleep(1_000);
    }
    await guessing;
  },
  async inspect({ db }) {
    const { rows } = await db.pool.query<{ rows: number; uses: number }>(
      `select (select count(*)::int from sign_in_counters) as rows, (select coalesce(sum(uses), 0)::int from invitations) as uses`,
    );
    return { 'rows of attempts': rows[0]?.rows ?? 0, uses: rows[0]?.uses ?? 0 };
  },
  expected: ({ counts, logGrowth }) => ({
    'no guess finds an invitation': countOf(counts, 'guess found') === 0,
    'guesses are limited': countOf(counts, 'guess RATE_LIMITED') > 0,
    'the invited person gets through': countOf(counts, 'invited found') === 5,
    'nobody has joined': countOf(counts, 'uses') === 0,
    'guesses are not stored one by one': countOf(counts, 'rows of attempts') <= maxRows,
    'guesses are not logged one by one': logGrowth < maxLogGrowth,
  }),
});
