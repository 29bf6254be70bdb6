import { expect, test } from 'vitest';
import { maySeePage, pagesFor } from './team-pages.ts';

test.each([
  ['/t/abc/board', true],
  ['/t/abc/board/tasks/x', true],
  ['/t/abc/settings/members', true],
  ['/t/abc/audit', false],
  ['/t/abc/webhooks/w1', false],
  ['/t/abc/settings/api-keys', false],
  ['/t/audit/board', true],
])('returns whether members see %s', (pathname, isSeen) => {
  expect(maySeePage('member', pathname)).toBe(isSeen);
  expect(maySeePage('admin', pathname)).toBe(true);
});

test('lists exactly the pages that a role may see', () => {
  for (const role of ['owner', 'viewer'] as const)
    expect(pagesFor(role).every(({ path }) => maySeePage(role, `/t/abc/${path}`))).toBe(true);
  expect(pagesFor('owner').filter(({ path }) => !maySeePage('viewer', `/t/abc/${path}`))).toHaveLength(
    pagesFor('owner').length - pagesFor('viewer').length,
  );
});
