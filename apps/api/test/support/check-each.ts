import pLimit from 'p-limit';
import { expect } from 'vitest';
import type { TestApi } from '../harness.ts';

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
  const before = await api.stored();
  await checkEach(cases, check, 8);
  expect(await api.stored()).toEqual(before);
}
