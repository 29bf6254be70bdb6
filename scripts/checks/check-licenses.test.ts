import { expect, it } from 'vitest';
import { findForbidden } from './check-licenses.ts';

const find = (...packages: [name: string, license: string][]) =>
  findForbidden({ any: packages.map(([name, license]) => ({ name, license })) }).map(({ name }) => name);

it('allows listed licenses, packages with one listed alternative, and exceptions for one package', () => {
  expect(
    find(['a', 'MIT'], ['b', '(MIT OR GPL-3.0-only)'], ['c', 'MIT AND ISC'], ['caniuse-lite', 'CC-BY-4.0']),
  ).toEqual([]);
});

it('rejects licenses that are not listed, missing, or no SPDX expression', () => {
  expect(
    find(
      ['a', 'GPL-3.0-only'],
      ['b', 'MIT AND AGPL-3.0-only'],
      ['c', 'Unknown'],
      ['d', 'SEE LICENSE IN LICENSE.md'],
      ['e', ''],
      ['f', 'CC-BY-4.0'],
      ['caniuse-lite', 'GPL-3.0-only'],
    ),
  ).toEqual(['a', 'b', 'c', 'd', 'e', 'f', 'caniuse-lite']);
});
