import { defineAttack } from '../attack.ts';
import { HttpClient } from '../support/http-client.ts';
import { pace } from '../support/pace.ts';
import { countOfClass } from '../support/tally.ts';
import type { Team } from '../support/teams.ts';

const itemCount = 520_000;
/** 1 MiB. */
export const bodyOfManyItems = `{"title":[${Array.from({ length: itemCount }, () => 0).join(',')}]}`;

export const largeArrays = defineAttack<Team>({
  name: 'large-arrays',
  sends: `a key sends a JSON body of 1 MiB with ${itemCount.toLocaleString('en')} array items`,
  service: 'api',
  perSecond: 4,
  seconds: 12,
  prepare: (teams) => teams.createTeam('Attacker'),
  async run({ target, address, prepared: { teamId, apiKey }, count, perSecond, tally }) {
    const client = new HttpClient({ url: target.apiUrl, address });
    const call = { method: 'POST', path: `/api/teams/${teamId}/tasks`, token: apiKey, body: bodyOfManyItems };
    await pace({ count, perSecond }, async () => tally.add((await client.send(call)).outcome));
    client.close();
  },
  expected: ({ counts }) => ({
    'each is rejected': countOfClass(counts, 4) > 0 && countOfClass(counts, 2) === 0,
  }),
});
