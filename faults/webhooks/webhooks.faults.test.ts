import type {} from '@crewboard/db/testing';
import { beforeAll, describe, expect, inject, it } from 'vitest';
import { tableOf } from '../print-table.ts';
import type { Row } from '../row.ts';
import { inTurns } from './support/wait.ts';
import { webhookFaults } from './webhook-faults.ts';

const faultsAtOnce = 5;
const within = { timeout: 110_000 };

// The short form of `pnpm faults webhooks`. Most of a fault is waiting for the lease of a dead process or for an answer
// that does not come, so several happen at once.
describe('a fault of webhooks', () => {
  const faults = webhookFaults.flatMap(({ name, short }) => (short ? [{ name, short }] : []));
  const outcomes = new Map(faults.map(({ name }) => [name, Promise.withResolvers<Row[]>()]));

  beforeAll(() => {
    const urls = { ownerUrl: inject('postgresUrl'), applicationUrl: inject('applicationUrl') };
    const ground = { ...urls, say: () => undefined };
    const run = async ({ name, short }: (typeof faults)[number]) => {
      const outcome = outcomes.get(name);
      // Heard again by its own test, which may come later.
      outcome?.promise.catch(() => undefined);
      await short(ground).then(outcome?.resolve, outcome?.reject);
    };
    void inTurns(
      faults.map((fault) => () => run(fault)),
      faultsAtOnce,
    );
  });

  it.each(faults.map(({ name }) => name))('%s ends as expected', within, async (name) => {
    const rows = (await outcomes.get(name)?.promise) ?? [];
    expect(rows.length).toBeGreaterThan(0);
    const unexpected = rows.filter(({ ok }) => !ok);
    expect(unexpected, tableOf(rows)).toEqual([]);
  });
});
