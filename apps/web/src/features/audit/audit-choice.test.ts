import { AuditFilter } from '@crewboard/contracts';
import { describe, expect, test } from 'vitest';
import { type AuditChoice, filterOf, isNarrowed, readAuditChoice, writeAuditChoice } from './audit-choice.ts';

const read = (search: string) => readAuditChoice(new URLSearchParams(search));
const now = new Date('2026-11-21T12:00:00.000Z');

describe('the choice in the URL', () => {
  test.each<AuditChoice>([
    { actorId: 'a1', type: 'task.claimed', subjectType: 'task', subjectId: 'x & y', period: '24h' },
    { from: '2026-11-20T09:30:00.000Z', to: '2026-11-21T00:00:00.000Z' },
    { to: '2026-11-21T00:00:00.000Z' },
  ])('comes back as it was written: %o', (choice) => {
    expect(read(writeAuditChoice(choice))).toEqual(choice);
  });

  test('is nothing where nothing is chosen, so that the plain page has the plain URL', () => {
    expect(writeAuditChoice({})).toBe('');
    expect(isNarrowed(read('?actor=&id=%20'))).toBe(false);
  });

  test.each([
    'type=task.exploded',
    'type=toString',
    'subject=team',
    'subject=constructor',
    'time=99d',
    'from=yesterday',
    'from=2026-99-99T00:00:00Z',
    'to=2026-11-21T00:00:00%2B01:00',
    `actor=${'x'.repeat(101)}`,
    'id=%00',
    'page=3',
  ])('ignores what is no filter: %s', (search) => {
    expect(read(search)).toEqual({});
  });

  test('prefers bounds of its own to a period', () => {
    const choice = { from: '2026-11-20T09:30:00.000Z' };
    expect(read('?time=24h&from=2026-11-20T09:30Z')).toEqual(choice);
    expect(writeAuditChoice({ ...choice, period: '24h' })).not.toContain('24h');
  });
});

describe('what the API is asked for', () => {
  test('a period begins so long before now', () => {
    expect(filterOf({ period: '7d', actorId: 'a1' }, now)).toEqual({
      actorId: 'a1',
      from: '2026-11-14T12:00:00.000Z',
    });
  });

  test.each([
    'time=1h&type=agent.created',
    'from=2026-11-20T09:30Z&to=2026-11-20T10:30:15.5Z',
    'subject=api_key',
  ])('is always a filter that it takes: %s', (search) => {
    expect(AuditFilter.safeParse(filterOf(read(search), now)).success).toBe(true);
  });
});
