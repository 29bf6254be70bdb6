import { templateName } from '@crewboard/db/testing';
import { expect, inject, it } from 'vitest';
import { renderTable } from '../print-table.ts';
import { streamFaults } from './stream-faults.ts';

// The short form of `pnpm faults streams`: what happens, and not when.
it.each(streamFaults)('$name ends as expected', async ({ short }) => {
  const urls = { ownerUrl: inject('postgresUrl'), applicationUrl: inject('applicationUrl') };
  const rows = (await short?.({ ...urls, template: templateName, seed: 0, report: () => undefined })) ?? [];
  expect(rows.length).toBeGreaterThan(0);
  const unexpected = rows.filter(({ ok }) => !ok);
  expect(unexpected, renderTable(rows)).toEqual([]);
});
