import { describe, expect, it } from 'vitest';
import { checksOf, describeState } from './checks.ts';
import { serviceState } from './service-state.ts';
import { STATE_MESSAGES } from './state-messages.ts';

const passing = { database: true, writable: true, migrations: true, draining: false };
const ready = { ready: true, version: '0.1.0', commit: null, checks: passing };

describe('serviceState', () => {
  it('follows the last response while there is no error', () => {
    expect(serviceState({ data: ready, error: null }).kind).toBe('ready');
    expect(serviceState({ data: { ...ready, ready: false }, error: null }).kind).toBe('not-ready');
  });

  it('is unreachable when the server got no response', () => {
    expect(serviceState({ data: undefined, error: null }).kind).toBe('unreachable');
  });

  it.each([
    ['the API is away', { data: { code: 'SERVICE_UNAVAILABLE' } }, 'unreachable'],
    ['the API is busy', { data: { code: 'SERVICE_UNAVAILABLE', problem: { code: 'UNAVAILABLE' } } }, 'busy'],
    [
      'the limit is reached',
      { data: { code: 'TOO_MANY_REQUESTS', problem: { code: 'RATE_LIMITED' } } },
      'busy',
    ],
    ['the API fails', { data: { code: 'INTERNAL_SERVER_ERROR' } }, 'failing'],
    ['the web server is away', {}, 'disconnected'],
    ['something between responses', { data: null }, 'disconnected'],
  ])('forgets the last response when %s', (_, error, kind) => {
    expect(serviceState({ data: ready, error })).toEqual({ kind });
  });
});

describe('checksOf', () => {
  const outcomes = (checks: typeof passing) =>
    checksOf({ kind: 'not-ready', status: { ...ready, checks } }).map(({ outcome }) => outcome);

  it('does not report failed migrations while the database does not respond', () => {
    expect(outcomes({ database: false, writable: false, migrations: false, draining: false })).toEqual([
      'failed',
      'unknown',
      'unknown',
      'passed',
    ]);
    expect(outcomes({ ...passing, migrations: false })).toEqual(['passed', 'passed', 'failed', 'passed']);
  });

  it('reports only the storage while the database responds but is read-only', () => {
    expect(outcomes({ ...passing, writable: false })).toEqual(['passed', 'failed', 'passed', 'passed']);
  });

  it('reports the calls while the API drains', () => {
    expect(outcomes({ ...passing, draining: true })).toEqual(['passed', 'passed', 'passed', 'failed']);
  });

  it('is unknown without a status', () => {
    expect(checksOf({ kind: 'unreachable' }).every(({ outcome }) => outcome === 'unknown')).toBe(true);
  });
});

describe('describeState', () => {
  it('names exactly the failing checks', () => {
    const state = serviceState({
      data: { ...ready, ready: false, checks: { ...passing, draining: true } },
      error: null,
    });
    const { headline } = STATE_MESSAGES[state.kind];
    expect(describeState(headline, checksOf(state))).toBe('Crewboard is not ready. Calls: Draining.');
  });
});
