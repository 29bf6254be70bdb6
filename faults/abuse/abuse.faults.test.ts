import type {} from '@crewboard/db/testing';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import type { Attack } from './attack.ts';
import { anonymousStatus } from './attacks/anonymous-status.ts';
import { commentsOnLargeTask } from './attacks/comments-on-large-task.ts';
import { eightWriters } from './attacks/concurrent-writers.ts';
import { oneFastCredential } from './attacks/one-fast-credential.ts';
import { unknownTokens } from './attacks/unknown-tokens.ts';
import { ShortForm } from './support/short-form.ts';

// The short form of `pnpm faults abuse`: bytes, rows, statuses and counts of work, never times. The bounds that other
// attacks aim at have tests in apps/api/test/limits and contract.
const sizes: [Attack, perSecond: number, seconds: number][] = [
  [commentsOnLargeTask, 60, 0.5],
  [eightWriters, 400, 1],
  [anonymousStatus, 10, 1],
  [oneFastCredential, 900, 1],
  [unknownTokens, 300, 1],
];

let service: ShortForm;
beforeAll(async () => {
  service = await ShortForm.start('replicas', inject('postgresUrl'));
});
afterAll(() => service?.close());

describe('an attack', () => {
  it.each(sizes.map(([attack, ...size]) => ({ name: attack.name, attack, size })))(
    '$name gets no more than it is allowed',
    async ({ attack, size: [perSecond, seconds] }) => {
      const { broken, ...outcome } = await service.run(attack, { perSecond, seconds });
      expect(broken, JSON.stringify(outcome)).toEqual([]);
    },
  );
});
