import { describe, expect, it } from 'vitest';
import { canManage, canWrite } from './permissions.ts';

describe('what a role may do', () => {
  it.each([
    ['owner', true, true],
    ['admin', true, true],
    ['member', true, false],
    ['viewer', false, false],
  ] as const)('%s: writes %s, manages %s', (role, writes, manages) => {
    expect([canWrite(role), canManage(role)]).toEqual([writes, manages]);
  });
});
