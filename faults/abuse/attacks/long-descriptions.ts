import { defineAttack } from '../attack.ts';
import { HttpClient } from '../support/http-client.ts';
import { pace, sleepUntil } from '../support/pace.ts';
import { RawConnection, requestHead } from '../support/raw-connection.ts';
import { countOf, isCountedUpTo } from '../support/tally.ts';
import type { Team } from '../support/teams.ts';

const clientCount = 20;
/** The number of agents, and of projects, with descriptions from before their length was limited. */
const itemCount = 50;
const descriptionBytes = 400_000;
const maxPageBytes = 4 * 1024 * 1024;
/** Includes the victim's rows; a copy for each rename would be 24 MB. */
const maxGrowth = 8 * 1024 * 1024;
const tables = ['agents', 'projects'] as const;
type Table = (typeof tables)[number];
const tableOf = (index: number): Table => tables[index % tables.length] ?? 'agents';

/** Requests whole lists without reading them, and changes items whose long descriptions no event may copy. */
export const longDescriptions = defineAttack<Team>({
  name: 'long-descriptions',
  sends:
    `${clientCount} clients request whole lists of ${itemCount} agents or projects of 400 KB and never read them; then ` +
    'agents and projects are renamed',
  service: 'api',
  perSecond: 4,
  seconds: 20,
  async prepare(teams) {
    const team = await teams.createTeam('Attacker');
    for (const table of tables) await teams.createLongItems(team, table, itemCount);
    return team;
  },
  async run({ target, address, prepared: { teamId, apiKey }, perSecond, seconds, count, tally }) {
    const endsAt = Date.now() + seconds * 1_000;
    const listPath = (table: Table) => `/api/teams/${teamId}/${table}`;
    const unread: RawConnection[] = [];
    await pace({ count: clientCount, perSecond }, async (index) => {
      const client = new RawConnection({ url: target.apiUrl, address, reads: 'beginning' });
      unread.push(client);
      const head = requestHead('GET', listPath(tableOf(index)), { Authorization: `Bearer ${apiKey}` });
      await client.write(head);
    });
    const client = new HttpClient({ url: target.apiUrl, address, timeoutMs: 30_000 });
    await pace({ count: Math.max(1, count - clientCount), perSecond }, async (index) => {
      const table = tableOf(index);
      const path = `/api/${table}/${teamId}-${table}-1`;
      const body = JSON.stringify({ name: `Renamed ${index}` });
      const { status, outcome } = await client.send({ method: 'PATCH', path, token: apiKey, body });
      tally.add(status === 200 ? 'renamed' : outcome);
    });
    await sleepUntil(endsAt);
    for (const connection of unread) {
      tally.add(`unread ${connection.outcome}`);
      connection.destroy();
    }
    for (const table of tables) {
      const page = await client.send({ path: `${listPath(table)}?limit=100`, token: apiKey });
      tally.max('bytes of a page', page.bytes);
      const whole = await client.send({ path: listPath(table), token: apiKey });
      tally.add('whole lists', whole.bytes >= itemCount * descriptionBytes ? 1 : 0);
      const body = JSON.stringify({ name: 'New', description: 'd'.repeat(2_001) });
      const created = await client.send({ method: 'POST', path: listPath(table), token: apiKey, body });
      tally.add(created.status === 400 ? 'longer descriptions rejected' : created.outcome);
    }
    client.close();
  },
  expected: ({ counts, databaseGrowth }) => ({
    'renames accepted': countOf(counts, 'renamed') > 0,
    'the database grows by less than 8 MB': databaseGrowth < maxGrowth,
    'a page has at most 4 MiB': isCountedUpTo(counts, 'bytes of a page', maxPageBytes),
    'a list without a limit is whole': countOf(counts, 'whole lists') === tables.length,
    'no new description is longer than 2,000 characters':
      countOf(counts, 'longer descriptions rejected') === tables.length,
  }),
});
