import { AuditFilter } from '@crewboard/contracts';
import { describe, expect, test } from 'vitest';
import {
  type AuditFilters,
  hasAuditFilters,
  parseAuditFilters,
  serializeAuditFilters,
  toApiFilter,
} from './audit-filters.ts';

const read = (search: string) => parseAuditFilters(new URLSearchParams(search));
const now = new Date('2026-11-21T12:00:00.000Z');

describe('the filters in the URL', () => {
  test.each<AuditFilters>([
    { actorId: 'a1', type: 'task.claimed', subjectType: 'task', subjectId: 'x & y', period: '24h' },
    { from: '2026-11-20T09:30:00.000Z', to: '2026-11-21T00:00:00.000Z' },
    { to: '2026-11-21T00:00:00.000Z' },
  ])('are parsed as they were serialized: %o', (filters) => {
    expect(read(serializeAuditFilters(filters))).toEqual(filters);
  });

  test('leave the URL unchanged when none is set', () => {
    expect(serializeAuditFilters({})).toBe('');
    expect(hasAuditFilters(read('?actor=&id=%20'))).toBe(false);
  });

  test.each([
    'type=task.exploded',
    'type=toString',
    'subject=ship',
    'subject=constructor',
    'time=99d',
    'from=yesterday',
    'from=2026-99-99T00:00:00Z',
    'to=2026-11-21T00:00:00%2B01:00',
    `actor=${'x'.repeat(101)}`,
    'id=%00',
    'page=3',
  ])('ignore unknown values and parameters: %s', (search) => {
    expect(read(search)).toEqual({});
  });

  test('prefer times to a period', () => {
    const filters = { from: '2026-11-20T09:30:00.000Z' };
    expect(read('?time=24h&from=2026-11-20T09:30Z')).toEqual(filters);
  });
});

describe('the input of the API', () => {
  test('starts a period that long before now', () => {
    expect(toApiFilter({ period: '7d', actorId: 'a1' }, now)).toEqual({
      actorId: 'a1',
      from: '2026-11-14T12:00:00.000Z',
    });
  });

  test.each([
    'time=1h&type=agent.created',
    'from=2026-11-20T09:30Z&to=2026-11-20T10:30:15.5Z',
    'subject=api_key',
  ])('is always a valid filter: %s', (search) => {
    expect(AuditFilter.safeParse(toApiFilter(read(search), now)).success).toBe(true);
  });
});
