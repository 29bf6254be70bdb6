import type { Inspection } from '@crewboard/db/inspect';
import { expect, it } from 'vitest';
import { checkVacuum } from './check-load.ts';

it.each([
  [199, 200, 'ok'],
  [241, 200, 'warning'],
  [1_501, 200, 'error'],
  // The warning would begin at 2,160 million, above the age at which PostgreSQL stops taking writes.
  [1_499, 1_800, 'ok'],
  [1_501, 1_800, 'error'],
])('rows of %i million transactions, frozen from %i million on: %s', async (age, maxFreezeAge, level) => {
  const rowAges = [{ unit: 'transactions', age: age * 1e6, maxFreezeAge: maxFreezeAge * 1e6 }];
  const facts = { isOn: true, tablesBehind: [], rowAges };
  const inspection = { read: async () => facts } as unknown as Inspection;
  expect(await checkVacuum(inspection)).toMatchObject([{ level }]);
});
