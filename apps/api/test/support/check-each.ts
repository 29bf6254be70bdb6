import { expect } from 'vitest';
import type { TestApi } from '../harness.ts';

/** Checks every case and reports all failures together, each with the name of its case. */
export async function checkEach<T>(
  cases: Record<string, T>,
  check: (value: T, name: string) => Promise<void>,
): Promise<void> {
  const failures: string[] = [];
  for (const [name, value] of Object.entries(cases)) {
    await check(value, name).catch((error: Error) => failures.push(`${name}: ${error.message}`));
  }
  expect(failures.join('\n')).toBe('');
}

/** Also checks, for rejected requests, that the stored data is unchanged afterwards. */
export async function checkEachRejected<T>(
  api: TestApi,
  cases: Record<string, T>,
  check: (value: T, name: string) => Promise<void>,
): Promise<void> {
  const before = await api.stored();
  await checkEach(cases, check);
  expect(await api.stored()).toEqual(before);
}
