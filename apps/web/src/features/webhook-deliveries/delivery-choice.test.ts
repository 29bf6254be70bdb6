import { describe, expect, test } from 'vitest';
import {
  type DeliveryChoice,
  isNarrowed,
  readDeliveryChoice,
  writeDeliveryChoice,
} from './delivery-choice.ts';

const read = (search: string) => readDeliveryChoice(new URLSearchParams(search));

describe('the choice in the URL', () => {
  test.each<DeliveryChoice>([
    { filter: {}, deliveryId: null },
    { filter: { status: 'failed', type: 'task.completed' }, deliveryId: 'x & y' },
    { filter: { type: 'webhook.tested' }, deliveryId: null },
  ])('comes back as it was written: %o', (choice) => {
    expect(read(writeDeliveryChoice(choice))).toEqual(choice);
  });

  test('is nothing where nothing is chosen, so that the plain page has the plain URL', () => {
    expect(writeDeliveryChoice({ filter: {}, deliveryId: null })).toBe('');
    expect(isNarrowed(read('?status=&delivery=d1').filter)).toBe(false);
  });

  test.each([
    'status=lost',
    'status=constructor',
    'type=task.exploded',
    'type=toString',
    'delivery=%00',
    `delivery=${'x'.repeat(101)}`,
    'page=3',
  ])('ignores what is none: %s', (search) => {
    expect(read(search)).toEqual({ filter: {}, deliveryId: null });
  });
});
