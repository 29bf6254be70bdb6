import { defineAttack } from '../attack.ts';
import { HttpClient } from '../support/http-client.ts';
import { pace } from '../support/pace.ts';
import { countOf } from '../support/tally.ts';
import type { Team } from '../support/teams.ts';

const maxGrowth = 4 * 1024 * 1024;

type Prepared = { team: Team; taskId: string };

/** Comments of one letter, which must not copy the texts of the task. */
export const commentsOnLargeTask = defineAttack<Prepared>({
  name: 'comments-on-large-task',
  sends: 'one-letter comments on one task of 800 KB',
  service: 'api',
  perSecond: 25,
  seconds: 16,
  async prepare(teams) {
    const team = await teams.createTeam('Attacker');
    const [taskId = ''] = await teams.createLargeTasks(team, 1, { description: 100_000, result: 100_000 });
    return { team, taskId };
  },
  async run({ target, address, prepared: { team, taskId }, count, perSecond, tally }) {
    const client = new HttpClient({ url: target.apiUrl, address });
    const path = `/api/tasks/${taskId}/comments`;
    const call = { method: 'POST', path, token: team.apiKey, body: '{"body":"x"}' };
    await pace({ count, perSecond }, async () => tally.add((await client.send(call)).outcome));
    client.close();
  },
  expected: ({ counts, databaseGrowth }) => ({
    'comments accepted': countOf(counts, '201') > 0,
    'the database grows by less than 4 MB': databaseGrowth < maxGrowth,
  }),
});
