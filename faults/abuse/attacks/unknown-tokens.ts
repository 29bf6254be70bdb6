import { createToken } from '../../../apps/api/src/auth/tokens.ts';
import { defineAttack } from '../attack.ts';
import { HttpClient } from '../support/http-client.ts';
import { pace } from '../support/pace.ts';
import { countOf } from '../support/tally.ts';

/**
 * The limit of an address, 120 tokens a minute, and the refill during the 12 s of an attack. A fifth more for processes
 * that count separately.
 */
export const maxCheckedTokens = 1.2 * (120 + 24);

/** Well-formed tokens, so that only the database can tell that they do not exist. */
export const unknownTokens = defineAttack({
  name: 'unknown-tokens',
  sends: 'GET /api/me with a new well-formed token each time, from one address',
  service: 'api',
  perSecond: 100,
  seconds: 12,
  async run({ target, address, count, perSecond, tally }) {
    const client = new HttpClient({ url: target.apiUrl, address });
    await pace({ count, perSecond }, async () => {
      const { token } = createToken('agent');
      tally.add((await client.send({ path: '/api/me', token })).outcome);
    });
    client.close();
  },
  expected: ({ counts }) => ({
    'at most 120 a minute are looked up': countOf(counts, '401') <= maxCheckedTokens,
    '429 for the others': countOf(counts, '429') > 0,
  }),
});
