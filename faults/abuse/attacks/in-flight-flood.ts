import { setTimeout as sleep } from 'node:timers/promises';
import { defineAttack } from '../attack.ts';
import { pace } from '../support/pace.ts';
import { RawConnection, requestHead } from '../support/raw-connection.ts';
import { countOf } from '../support/tally.ts';
import type { Team } from '../support/teams.ts';

const requestCount = 400;
const maxInFlight = 64;
const body = '{"title":"Slow"}';

/** Requests of one credential whose bodies arrive a byte a second, so that all are in flight at the same time. */
export const inFlightFlood = defineAttack<Team>({
  name: 'in-flight-flood',
  sends: `one key has ${requestCount} requests under way, each sending a byte a second`,
  service: 'api',
  perSecond: 200,
  seconds: 12,
  prepare: (teams) => teams.createTeam('Attacker'),
  async run({ target, address, prepared: { teamId, apiKey }, perSecond, seconds, tally }) {
    const head = requestHead('POST', `/api/teams/${teamId}/tasks`, {
      Authorization: `Bearer ${apiKey}`,
      'Content-Type': 'application/json',
      'Content-Length': Buffer.byteLength(body),
    });
    const connections: RawConnection[] = [];
    await pace({ count: requestCount, perSecond, maxOpen: requestCount }, async () => {
      const connection = new RawConnection({ url: target.apiUrl, address });
      connections.push(connection);
      await connection.write(head);
    });
    for (let second = 0; second < seconds - requestCount / perSecond; second += 1) {
      await sleep(1_000);
      for (const connection of connections) void connection.write(body.charAt(second));
    }
    for (const connection of connections) {
      tally.add(connection.outcome);
      connection.destroy();
    }
  },
  expected: ({ counts }) => ({
    'at most 64 of a credential in flight': countOf(counts, 'no response') <= maxInFlight,
    '429 for the others': countOf(counts, '429') >= requestCount - maxInFlight,
  }),
});
