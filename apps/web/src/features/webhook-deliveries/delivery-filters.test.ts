import { describe, expect, test } from 'vitest';
import { parseDeliveryParams, serializeDeliveryParams } from './delivery-filters.ts';

const read = (search: string) => parseDeliveryParams(new URLSearchParams(search));

describe('the filters and the open delivery in the URL', () => {
  test.each([
    {},
    { status: 'failed', type: 'task.completed', deliveryId: 'x & y' },
    { type: 'webhook.tested' },
  ] as const)('are parsed as they were serialized: %o', (params) => {
    const { deliveryId = null, ...filters }: { deliveryId?: string | null } = params;
    expect(read(serializeDeliveryParams(params))).toEqual({ filters, deliveryId });
  });

  test('leave the URL unchanged when none is set', () => {
    expect(serializeDeliveryParams('/log', { status: null, deliveryId: null })).toBe('/log');
    expect(read('?status=&delivery=d1').filters).toEqual({});
  });

  test.each([
    'status=lost',
    'status=constructor',
    'type=task.exploded',
    'type=toString',
    'delivery=%00',
    `delivery=${'x'.repeat(101)}`,
    'page=3',
  ])('ignore unknown values and parameters: %s', (search) => {
    expect(read(search)).toEqual({ filters: {}, deliveryId: null });
  });
});
