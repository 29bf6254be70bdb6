import { type Attack, defineAttack } from '../attack.ts';
import { HttpClient } from '../support/http-client.ts';
import { pace } from '../support/pace.ts';
import { countOf } from '../support/tally.ts';
import type { Teams } from '../support/teams.ts';

/** The maximum length of a description. */
const maxCharacters = 100_000;
const maxPageBytes = 4 * 1024 * 1024;

/** Characters whose size in a response is not their size in the database; emoji are large in both. */
const characters = {
  'control-characters': '\u0001',
  quotes: '"',
  backslashes: '\\',
  emoji: '🦊',
};

type Prepared = { path: string; token: string };
type List = { noun: string; limit: number; prepare: (teams: Teams, character: string) => Promise<Prepared> };

const lists: List[] = [
  {
    noun: 'tasks',
    limit: 44,
    async prepare(teams, character) {
      const team = await teams.createTeam('Attacker');
      const [agent] = await teams.createAgents(team, 1);
      await teams.insertTasks(team, 44, character.repeat(maxCharacters));
      return { path: `/api/teams/${team.teamId}/tasks?limit=44`, token: agent?.token ?? '' };
    },
  },
  {
    noun: 'events',
    limit: 16,
    async prepare(teams, character) {
      const team = await teams.createTeam('Attacker');
      const [agent] = await teams.createAgents(team, 1);
      const [taskId = ''] = await teams.createTasks(team, 1);
      // Each event has the description of its time twice, and the one before.
      for (let index = 0; index < 16; index += 1) {
        await teams.updateTask(team, taskId, {
          description: character.repeat(maxCharacters - (index % 2)),
        });
      }
      const path = `/api/teams/${team.teamId}/events?type=task.updated&limit=16`;
      return { path, token: agent?.token ?? '' };
    },
  },
];

/** Pages of texts that JSON escapes: what is 4 MiB in the database would be up to 25 MB in a response. */
export const escapedPages: Attack[] = lists.flatMap(({ noun, limit, prepare }) =>
  Object.entries(characters).map(([name, character]) =>
    defineAttack<Prepared>({
      name: `${noun}-of-${name}`,
      sends: `an agent requests a page of ${limit} ${noun} with descriptions of ${maxCharacters.toLocaleString('en')} × ${JSON.stringify(character)}`,
      service: 'api',
      perSecond: 5,
      seconds: 15,
      prepare: (teams) => prepare(teams, character),
      async run({ target, address, prepared: { path, token }, perSecond, count, tally }) {
        const client = new HttpClient({ url: target.apiUrl, address, timeoutMs: 30_000 });
        await pace({ count, perSecond }, async () => {
          const { outcome, bytes, headers } = await client.send({ path, token });
          tally.add(outcome);
          tally.max('bytes of a page', bytes);
          if (headers['x-next-cursor'] !== undefined) tally.add('with a cursor');
        });
        client.close();
      },
      expected: ({ counts }) => ({
        'a page has at most 4 MiB': countOf(counts, 'bytes of a page') <= maxPageBytes,
        'every page is sent, with the cursor of the rest':
          countOf(counts, 'with a cursor') > 0 && countOf(counts, 'with a cursor') === countOf(counts, '200'),
      }),
    }),
  ),
);
