import { defineAttack } from '../attack.ts';
import { HttpClient } from '../support/http-client.ts';
import { pace, sleepUntil } from '../support/pace.ts';
import { RawConnection, requestHead } from '../support/raw-connection.ts';
import { isCountedUpTo } from '../support/tally.ts';
import type { Team } from '../support/teams.ts';

const clientCount = 20;
const maxPageBytes = 4 * 1024 * 1024;

/** Pages of large tasks, requested by clients that read only the status line. */
export const unreadPages = defineAttack<Team>({
  name: 'unread-pages',
  sends: `${clientCount} clients request a page of 100 tasks of 600 KB and never read it`,
  service: 'api',
  perSecond: 2,
  seconds: 15,
  async prepare(teams) {
    const team = await teams.createTeam('Attacker');
    await teams.createLargeTasks(team, 100, { description: 100_000, result: 50_000 });
    return team;
  },
  async run({ target, address, prepared: { teamId, apiKey }, perSecond, seconds, tally }) {
    const path = `/api/teams/${teamId}/tasks?limit=100`;
    const endsAt = Date.now() + seconds * 1_000;
    const clients: RawConnection[] = [];
    await pace({ count: clientCount, perSecond }, async () => {
      const client = new RawConnection({ url: target.apiUrl, address, reads: 'beginning' });
      clients.push(client);
      await client.write(requestHead('GET', path, { Authorization: `Bearer ${apiKey}` }));
    });
    await sleepUntil(endsAt);
    for (const client of clients) {
      tally.add(client.outcome);
      client.destroy();
    }
    const reader = new HttpClient({ url: target.apiUrl, address, timeoutMs: 30_000 });
    tally.max('bytes of a page', (await reader.send({ path, token: apiKey })).bytes);
    reader.close();
  },
  expected: ({ counts }) => ({
    'a page has at most 4 MiB': isCountedUpTo(counts, 'bytes of a page', maxPageBytes),
  }),
});
