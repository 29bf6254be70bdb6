import type { Problem } from '@crewboard/contracts';
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

/** The field that is wrong, and its value or a query. */
type InvalidCase = readonly [field: string, value: unknown];

const nameOf = ([field, value]: InvalidCase, row: number) =>
  `${row} ${field} = ${JSON.stringify(value)?.slice(0, 60)}`;

/** Expects for each case an error of exactly its field, which `check` may look at. Nothing may be stored of any. */
export const checkEachInvalid = (
  api: TestApi,
  cases: readonly InvalidCase[],
  send: (field: string, value: unknown) => Promise<Reply>,
  check: (problem: Problem) => void = () => undefined,
): Promise<void> =>
  checkEachRejected(
    api,
    Object.fromEntries(cases.map((each, row) => [nameOf(each, row), each])),
    async ([field, value]) => {
      check(expectFields(expectProblem(await send(field, value), 400, 'VALIDATION_ERROR'), [field]));
    },
  );
