import pLimit from 'p-limit';
import { expect } from 'vitest';
import { expectProblem, type Reply, type TestApi } from '../harness.ts';
import { expectFields, postponeChecks } from './log.ts';

/**
 * Checks every case, by default one after another, and reports all failures together, each with the name of its case.
 */
export async function checkEach<T>(
  cases: Record<string, T>,
  check: (value: T, name: string) => Promise<void>,
  maxAtOnce = 1,
): Promise<void> {
  const failures: string[] = [];
  const run = pLimit(maxAtOnce);
  await Promise.all(
    Object.entries(cases).map(([name, value]) =>
      run(check, value, name).catch((error: Error) => failures.push(`${name}: ${error.message}`)),
    ),
  );
  expect(failures.join('\n')).toBe('');
}

/** Checks rejected requests, several at once: the stored data must be unchanged after all of them. */
export async function checkEachRejected<T>(
  api: TestApi,
  cases: Record<string, T>,
  check: (value: T, name: string) => Promise<void>,
): Promise<void> {
  await postponeChecks(api);
  const before = await api.stored();
  await checkEach(cases, check, 8);
  expect(await api.stored()).toEqual(before);
}

/**
 * Checks requests with one invalid field each, several at once: the 400 names this field alone, and nothing is stored
 * after all of them.
 */
export function checkEachInvalid(
  api: TestApi,
  rows: readonly (readonly [field: string, value: unknown])[],
  send: (field: string, value: unknown) => Promise<Reply>,
): Promise<void> {
  const nameOf = (field: string, value: unknown) => `${field} ${String(JSON.stringify(value)).slice(0, 40)}`;
  const cases = rows.map(([field, value], row) => [`${row}: ${nameOf(field, value)}`, { field, value }]);
  return checkEachRejected(
    api,
    Object.fromEntries(cases) as Record<string, { field: string; value: unknown }>,
    async ({ field, value }) =>
      expectFields(expectProblem(await send(field, value), 400, 'VALIDATION_ERROR'), [field]),
  );
}
