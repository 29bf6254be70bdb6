import { defineAttack } from '../attack.ts';
import { HttpClient } from '../support/http-client.ts';
import { countOfClass } from '../support/tally.ts';
import type { Team } from '../support/teams.ts';
import { bodyOfManyItems } from './large-arrays.ts';

const connectionCount = 60;

/** The same bodies from many connections, each of which sends the next one once the last was rejected. */
export const manyArrayItems = defineAttack<Team>({
  name: 'many-array-items',
  sends: `${connectionCount} connections of a key send bodies of 1 MiB with half a million array items, one after another`,
  service: 'unlimited',
  perSecond: connectionCount,
  seconds: 25,
  prepare: (teams) => teams.createTeam('Attacker'),
  async run({ target, address, prepared: { teamId, apiKey }, seconds, tally }) {
    const client = new HttpClient({ url: target.apiUrl, address, timeoutMs: 30_000 });
    const call = { method: 'POST', path: `/api/teams/${teamId}/tasks`, token: apiKey, body: bodyOfManyItems };
    const endsAt = performance.now() + seconds * 1_000;
    const sendUntilEnd = async () => {
      while (performance.now() < endsAt) tally.add((await client.send(call)).outcome);
    };
    await Promise.all(Array.from({ length: connectionCount }, sendUntilEnd));
    client.close();
  },
  expected: ({ counts }) => ({
    'each is rejected': countOfClass(counts, 4) > 0 && countOfClass(counts, 2) === 0,
  }),
});
