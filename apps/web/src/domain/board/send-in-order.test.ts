import type { BoardTask } from '@crewboard/contracts';
import { expect, test } from 'vitest';
import { sendInOrder } from './send-in-order.ts';
import { sampleTask } from './testing/sample-task.ts';

const shown = sampleTask({ updatedAt: '2026-11-21T10:00:01.000Z' });
const first = sampleTask({ updatedAt: '2026-11-21T10:00:02.000Z', version: 2 });
const second = sampleTask({ updatedAt: '2026-11-21T10:00:03.000Z', version: 3 });

test('sends a change after the one before, which it changes', async () => {
  const response = Promise.withResolvers<BoardTask>();
  const sent: BoardTask[] = [];
  const one = sendInOrder(shown, () => response.promise);
  const other = sendInOrder(shown, async (before) => {
    sent.push(before);
    return second;
  });
  await new Promise((resolve) => setTimeout(resolve, 5));
  expect(sent).toEqual([]);
  response.resolve(first);
  expect(await Promise.all([one, other])).toEqual([first, second]);
  expect(sent).toEqual([first]);
});

test('sends a change after one that failed, based on the state before both', async () => {
  const expected = { ...shown, title: 'Expected of the first' };
  const one = sendInOrder(shown, async () => {
    throw new Error('No connection');
  });
  const bases: BoardTask[] = [];
  const other = sendInOrder(expected, async (before) => {
    bases.push(before);
    return second;
  });
  await expect(one).rejects.toThrow('No connection');
  await other;
  expect(bases).toEqual([shown]);
});

test('bases a change on a state that is shown later than the response to the one before', async () => {
  const bases: BoardTask[] = [];
  const one = sendInOrder(shown, async () => first);
  const other = sendInOrder(second, async (before) => {
    bases.push(before);
    return second;
  });
  await Promise.all([one, other]);
  await sendInOrder(shown, async (before) => {
    bases.push(before);
    return first;
  });
  expect(bases).toEqual([second, shown]);
});

test('sends changes of several tasks side by side', async () => {
  const other = sampleTask({ id: 'y' });
  const never = sendInOrder(shown, () => new Promise<BoardTask>(() => {}));
  expect(await Promise.race([never, sendInOrder(other, async () => other)])).toBe(other);
});
