import { defineAttack } from '../attack.ts';
import { HttpClient } from '../support/http-client.ts';
import { pace } from '../support/pace.ts';
import { countOf } from '../support/tally.ts';

const batchSize = 20;

export const anonymousStatus = defineAttack({
  name: 'anonymous-status',
  sends: `40 clients without a credential request system.status ${batchSize} times a request`,
  service: 'api',
  perSecond: 60,
  seconds: 12,
  async run({ target, address, count, perSecond, tally }) {
    const client = new HttpClient({ url: target.apiUrl, address, maxSockets: 40 });
    const names = Array.from({ length: batchSize }, () => 'system.status').join(',');
    const path = `/trpc/${names}?batch=1&input=%7B%7D`;
    await pace({ count, perSecond }, async () => tally.add((await client.send({ path })).outcome));
    client.close();
  },
  expected: ({ counts }) => ({ 'no batch without a credential': countOf(counts, '200', '207') === 0 }),
});
