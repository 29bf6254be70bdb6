import type { Link } from '@crewboard/contracts';
import { expect, test } from 'vitest';
import { editedLinks } from './edited-links.ts';

const first: Link = { url: 'https://example.com/a', title: null };
const second: Link = { url: 'https://example.com/b', title: null };
const other: Link = { ...second, title: 'Notes' };

test('adds a link at the end, and removes one link with the same address and title', () => {
  expect(editedLinks([first], { link: second, isAdded: true })).toEqual([first, second]);
  expect(editedLinks([first, other, second], { link: second, isAdded: false })).toEqual([first, other]);
  expect(editedLinks([second, first, second], { link: second, isAdded: false })).toEqual([first, second]);
});

test('changes nothing if the removed link is gone already', () => {
  expect(editedLinks([first, other], { link: second, isAdded: false })).toEqual([first, other]);
});
