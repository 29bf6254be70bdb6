import { setTimeout as sleep } from 'node:timers/promises';
import { defineAttack } from '../attack.ts';
import { HttpClient } from '../support/http-client.ts';
import { countOf } from '../support/tally.ts';
import type { Account } from '../support/teams.ts';
import { CookieJar, signInToWeb } from '../support/web-sign-in.ts';

const pauseMs = 500;
const sessionCount = 10;

type Prepared = { owner: Account; teamId: string };

/**
 * Pages, because rendering one costs the web server more than any other request. `count` is the number of connections.
 */
export const sessionFlood = defineAttack<Prepared>({
  name: 'session-flood',
  sends: `300 connections of ${sessionCount} sessions of one person load the board, again and again`,
  service: 'web',
  perSecond: 20,
  seconds: 15,
  async prepare(teams) {
    const { owner, teamId } = await teams.createTeam('Attacker');
    return { owner, teamId };
  },
  async run({ target, address, prepared: { owner, teamId }, count, seconds, tally }) {
    const until = Date.now() + seconds * 1_000;
    const client = new HttpClient({ url: target.webUrl, address, timeoutMs: 30_000, maxSockets: count });
    const jars = Array.from({ length: sessionCount }, () => new CookieJar());
    for (const jar of jars) {
      tally.add(`sign-in ${await signInToWeb({ client, webUrl: target.webUrl, ...owner, jar })}`);
    }
    const flood = async (jar: CookieJar) => {
      while (Date.now() < until) {
        const path = `/t/${teamId}/board`;
        const { outcome } = await client.send({ path, headers: { Cookie: jar.header } });
        tally.add(outcome);
        if (outcome === '429') await sleep(pauseMs);
      }
    };
    await Promise.all(Array.from({ length: count / sessionCount }, () => jars.map(flood)).flat());
    client.close();
  },
  expected: ({ counts }) => ({
    'pages are rendered': countOf(counts, '200') > 0,
    'more than the person may have are rejected': countOf(counts, '429') > 0,
  }),
});
