import type {} from '@crewboard/db/testing';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import type { Attack } from './attack.ts';
import { forgedForwardedFor, ipv6Requests, ipv6SignIns } from './attacks/forged-addresses.ts';
import { forgedLogLines } from './attacks/forged-log-lines.ts';
import { largeAuthBodies } from './attacks/large-bodies.ts';
import { signInFlood } from './attacks/sign-in-flood.ts';
import { slowBodiesToWeb } from './attacks/slow-bodies.ts';
import { ShortForm } from './support/short-form.ts';

const sizes: [Attack, perSecond: number, seconds: number][] = [
  [forgedLogLines, 5, 1],
  [largeAuthBodies, 1, 1],
  [slowBodiesToWeb, 100, 1],
  [signInFlood, 40, 1],
  [forgedForwardedFor, 10, 1],
  [ipv6SignIns, 10, 1],
  [ipv6Requests, 300, 1],
];

// A web server that trusts one address serves the attacks from all others as one that trusts none.
describe('an attack on the web server', () => {
  let service: ShortForm;
  beforeAll(async () => {
    service = await ShortForm.start('proxy', inject('postgresUrl'));
  });
  afterAll(() => service?.close());

  it.each(sizes.map(([attack, ...size]) => ({ name: attack.name, attack, size })))(
    '$name gets no more than it is allowed',
    async ({ attack, size: [perSecond, seconds] }) => {
      const { broken, ...outcome } = await service.run(attack, { perSecond, seconds });
      expect(broken, JSON.stringify(outcome)).toEqual([]);
    },
  );
});
