import { defineAttack } from '../attack.ts';
import { HttpClient } from '../support/http-client.ts';
import { pace } from '../support/pace.ts';
import { trustedProxy } from '../support/service.ts';
import { countOf } from '../support/tally.ts';
import type { Account } from '../support/teams.ts';
import { signInToWeb } from '../support/web-sign-in.ts';
import { maxCheckedTokens } from './unknown-tokens.ts';

/** The address of a call by its number: any client can send any address in a header. */
type Forge = (call: number) => string;

const anyIpv4: Forge = (call) => `198.18.${call >> 8}.${call % 256}`;
/** Addresses of one /64, all of which a single household or virtual machine has. */
const anyOfOneNetwork: Forge = (call) => `2001:db8:1:2::${call.toString(16)}`;

type Forged = { name: string; sends: string; from: string | undefined; forge: Forge };

/** Wrong passwords for one account, each with a different forged address; then the correct one. */
const forgedAddresses = ({ name, sends, from, forge }: Forged) =>
  defineAttack<Account>({
    name,
    sends,
    service: 'proxy',
    perSecond: 3,
    seconds: 12,
    prepare: async (teams) => (await teams.createTeam('Attacked')).owner,
    async run({ target, address, prepared: { email, password }, count, perSecond, tally }) {
      const { webUrl } = target;
      const client = new HttpClient({ url: webUrl, address: from ?? address });
      const signIn = (call: number, secret: string) =>
        signInToWeb({ client, webUrl, email, password: secret, headers: { 'X-Forwarded-For': forge(call) } });
      await pace({ count, perSecond, maxOpen: 4 }, async (index) =>
        tally.add(`wrong password ${await signIn(index, `wrong ${index}`)}`),
      );
      tally.add(`right password ${await signIn(count, password)}`);
      client.close();
    },
    expected: ({ counts }) => ({
      'after five wrong passwords the right one is rejected': countOf(counts, 'right password in') === 0,
      'no wrong password is accepted': countOf(counts, 'wrong password in') === 0,
    }),
  });

export const forgedForwardedFor = forgedAddresses({
  name: 'forged-forwarded-for',
  sends: 'sign-ins for one account with a new X-Forwarded-For each, from an address that is no proxy',
  from: undefined,
  forge: anyIpv4,
});

export const ipv6SignIns = forgedAddresses({
  name: 'ipv6-sign-ins',
  sends: 'sign-ins for one account from addresses of one IPv6 /64, through the trusted proxy',
  from: trustedProxy,
  forge: anyOfOneNetwork,
});

export const ipv6Requests = defineAttack({
  name: 'ipv6-requests',
  sends: 'GET /api/me without a credential from addresses of one IPv6 /64, through the trusted proxy',
  service: 'proxy',
  perSecond: 40,
  seconds: 12,
  async run({ target, count, perSecond, tally }) {
    const client = new HttpClient({ url: target.apiUrl, address: trustedProxy });
    await pace({ count, perSecond }, async (index) => {
      const headers = { 'X-Forwarded-For': anyOfOneNetwork(index) };
      tally.add((await client.send({ path: '/api/me', headers })).outcome);
    });
    client.close();
  },
  expected: ({ counts }) => ({
    'at most 120 a minute for a /64': countOf(counts, '401') <= maxCheckedTokens,
    '429 for the others': countOf(counts, '429') > 0,
  }),
});
