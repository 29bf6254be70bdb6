import { defineAttack } from '../attack.ts';
import { HttpClient } from '../support/http-client.ts';
import { pace } from '../support/pace.ts';
import { countOfClass } from '../support/tally.ts';

const maxLogGrowth = 64 * 1024;

/** The endpoint of the sign-in library through which browsers can write to the server's log. */
export const forgedLogLines = defineAttack({
  name: 'forged-log-lines',
  sends: 'POST /api/auth/_log without a credential, with a line of 64 KB',
  service: 'web',
  perSecond: 20,
  seconds: 12,
  async run({ target, address, count, perSecond, tally }) {
    const client = new HttpClient({ url: target.webUrl, address });
    const line = { level: 'error', code: 'FORGED', message: `${'x'.repeat(64 * 1024)}\nforged` };
    const call = {
      method: 'POST',
      path: '/api/auth/_log',
      headers: { Origin: target.webUrl },
      body: JSON.stringify(line),
    };
    await pace({ count, perSecond }, async () => tally.add((await client.send(call)).outcome));
    client.close();
  },
  expected: ({ counts, logGrowth }) => ({
    'each is rejected': countOfClass(counts, 2) === 0,
    'the logs grow by less than 64 KiB': logGrowth < maxLogGrowth,
  }),
});
