import { defineAttack } from '../attack.ts';
import { pace, sleepUntil } from '../support/pace.ts';
import { RawConnection, requestHead } from '../support/raw-connection.ts';
import { countOf } from '../support/tally.ts';
import type { Team } from '../support/teams.ts';

const streamCount = 800;
const maxStreamsPerCredential = 20;

export const manyStreams = defineAttack<Team>({
  name: 'many-streams',
  sends: `one key opens ${streamCount} streams of events and keeps them`,
  service: 'api',
  perSecond: 100,
  seconds: 12,
  prepare: (teams) => teams.createTeam('Attacker'),
  async run({ target, address, prepared: { teamId, apiKey }, perSecond, seconds, tally }) {
    const headers = { Authorization: `Bearer ${apiKey}`, Accept: 'text/event-stream' };
    const head = requestHead('GET', `/api/teams/${teamId}/events`, headers);
    const endsAt = Date.now() + seconds * 1_000;
    const streams: RawConnection[] = [];
    await pace({ count: streamCount, perSecond }, async () => {
      const stream = new RawConnection({ url: target.apiUrl, address });
      streams.push(stream);
      await stream.write(head);
    });
    await sleepUntil(endsAt);
    for (const stream of streams) {
      tally.add(stream.outcome);
      stream.destroy();
    }
  },
  expected: ({ counts }) => ({
    'at most 20 streams of a credential': countOf(counts, '200') <= maxStreamsPerCredential,
    '429 for the others': countOf(counts, '429') > 0,
  }),
});
