import { defineAttack } from '../attack.ts';
import { HttpClient } from '../support/http-client.ts';
import { pace } from '../support/pace.ts';
import { countOfClass } from '../support/tally.ts';

const blanks = 15_500;

/** A header that takes quadratic time if a backtracking pattern matches its trailing blanks. */
export const contentTypeBlanks = defineAttack({
  name: 'content-type-blanks',
  sends: `POST /trpc without a credential, ${blanks.toLocaleString('en')} blanks in Content-Type`,
  service: 'api',
  perSecond: 5,
  seconds: 15,
  async run({ target, address, count, perSecond, tally }) {
    const client = new HttpClient({ url: target.apiUrl, address, timeoutMs: 30_000 });
    const headers = { 'Content-Type': `application/json${' '.repeat(blanks)}x` };
    const call = { method: 'POST', path: '/trpc/system.status', headers, body: '{}' };
    await pace({ count, perSecond }, async () => tally.add((await client.send(call)).outcome));
    client.close();
  },
  expected: ({ counts }) => ({
    'each is rejected': countOfClass(counts, 4) > 0 && countOfClass(counts, 2) === 0,
  }),
});
