import { setTimeout as sleep } from 'node:timers/promises';
import { defineAttack } from '../attack.ts';
import { RawConnection, requestHead } from '../support/raw-connection.ts';
import { countOf } from '../support/tally.ts';
import type { Team } from '../support/teams.ts';

const connectionCount = 20;
const pagesPerConnection = 10;

/** Large pages, requested ten at a time on each connection by clients that read only the status line. */
export const pipelinedPages = defineAttack<Team>({
  name: 'pipelined-pages',
  sends: `${connectionCount} connections each request ${pagesPerConnection} pages of 4 MiB and never read them, again and again`,
  service: 'unlimited',
  perSecond: 0.2,
  seconds: 25,
  async prepare(teams) {
    const team = await teams.createTeam('Attacker');
    await teams.createLargeTasks(team, 10, { description: 100_000, result: 50_000 });
    return team;
  },
  async run({ target, address, prepared: { teamId, apiKey }, perSecond, count, tally }) {
    const head = requestHead('GET', `/api/teams/${teamId}/tasks?limit=100`, {
      Authorization: `Bearer ${apiKey}`,
    });
    for (let round = 0; round < count; round += 1) {
      const connections = Array.from(
        { length: connectionCount },
        () => new RawConnection({ url: target.apiUrl, address, reads: 'beginning' }),
      );
      const written = connections.map((connection) => connection.write(head.repeat(pagesPerConnection)));
      await sleep(1_000 / perSecond);
      for (const connection of connections) {
        tally.add(connection.outcome);
        connection.destroy();
      }
      await Promise.all(written);
    }
  },
  expected: ({ counts }) => ({ 'pages are sent': countOf(counts, '200') > 0 }),
});
