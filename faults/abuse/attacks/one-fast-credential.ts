import { defineAttack } from '../attack.ts';
import { HttpClient } from '../support/http-client.ts';
import { pace } from '../support/pace.ts';
import { countOf } from '../support/tally.ts';
import type { Team } from '../support/teams.ts';

const burst = 600;
/** The refill of the bucket in 12 s, and a fifth for processes that count separately. */
const maxAccepted = 1.2 * (burst + 10 * 12);

export const oneFastCredential = defineAttack<Team>({
  name: 'one-fast-credential',
  sends: 'one key calls GET /api/me',
  service: 'api',
  perSecond: 100,
  seconds: 12,
  prepare: (teams) => teams.createTeam('Attacker'),
  async run({ target, address, prepared: { apiKey }, count, perSecond, tally }) {
    const client = new HttpClient({ url: target.apiUrl, address });
    await pace({ count, perSecond }, async () => {
      const { outcome, status, headers } = await client.send({ path: '/api/me', token: apiKey });
      tally.add(outcome);
      if (status === 429 && Number(headers['retry-after']) > 0) tally.add('with Retry-After');
      if (headers.ratelimit && headers['ratelimit-policy']) tally.add('with RateLimit');
    });
    client.close();
  },
  expected: ({ counts }) => ({
    'at most the burst, the rate and a fifth': countOf(counts, '200') <= maxAccepted,
    '429 for the others, with Retry-After':
      countOf(counts, '429') > 0 && countOf(counts, 'with Retry-After') === countOf(counts, '429'),
    'RateLimit headers': countOf(counts, 'with RateLimit') === countOf(counts, '200', '429'),
  }),
});
