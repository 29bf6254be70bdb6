import { templateName } from '@crewboard/db/testing';
import { beforeAll, describe, expect, inject, it } from 'vitest';
import { renderTable } from '../print-table.ts';
import type { Row } from '../row.ts';
import { runConcurrently } from './support/wait.ts';
import { webhookFaults } from './webhook-faults.ts';

const maxParallelFaults = 5;

// The short form of `pnpm faults webhooks`. A fault mostly waits for the lease of a dead process or for a response, so
// several run in parallel.
describe('a fault of webhooks', () => {
  const faults = webhookFaults.flatMap(({ name, short }) => (short ? [{ name, short }] : []));
  const outcomes = new Map(faults.map(({ name }) => [name, Promise.withResolvers<Row[]>()]));

  beforeAll(() => {
    const urls = { ownerUrl: inject('postgresUrl'), applicationUrl: inject('applicationUrl') };
    // None of these makes random choices.
    const context = { ...urls, template: templateName, seed: 0, report: () => undefined };
    const run = async ({ name, short }: (typeof faults)[number]) => {
      const outcome = outcomes.get(name);
      // Handled by its own test, which may run later.
      outcome?.promise.catch(() => undefined);
      await short(context).then(outcome?.resolve, outcome?.reject);
    };
    void runConcurrently(
      faults.map((fault) => () => run(fault)),
      maxParallelFaults,
    );
  });

  it.each(faults.map(({ name }) => name))('%s ends as expected', async (name) => {
    const rows = (await outcomes.get(name)?.promise) ?? [];
    expect(rows.length).toBeGreaterThan(0);
    const unexpected = rows.filter(({ ok }) => !ok);
    expect(unexpected, renderTable(rows)).toEqual([]);
  });
});
