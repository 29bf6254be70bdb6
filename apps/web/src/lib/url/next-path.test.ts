import { describe, expect, it } from 'vitest';
import { nextPath, signInPath } from './next-path.ts';

describe('nextPath', () => {
  it.each(['/', '/t/abc/board?priority=high#x', '/t/a%2Fb/board'])('keeps %s', (path) => {
    expect(nextPath(path)).toBe(path);
  });

  it.each([
    'https://evil.example',
    '//evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    '/\t/evil.example',
    '/.//evil.example',
    'javascript:alert(1)',
    'http:evil.example',
    't/abc',
    '',
    ' /t',
    '/sign-in',
    '/sign-in?next=/sign-in',
    '/api/auth/signout',
    `/${'x'.repeat(2_000)}`,
    ['/t'],
    undefined,
  ])('returns null for %j', (value) => {
    expect(nextPath(value)).toBeNull();
  });
});

describe('signInPath', () => {
  it('leads back to a path, or only to the sign-in', () => {
    expect(signInPath('/t/a/board?x=1')).toBe('/sign-in?next=%2Ft%2Fa%2Fboard%3Fx%3D1');
    expect(signInPath('/')).toBe('/sign-in');
    expect(signInPath('//evil.example')).toBe('/sign-in');
  });
});
