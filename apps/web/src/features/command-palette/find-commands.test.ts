import { expect, it } from 'vitest';
import { findCommands } from './find-commands.ts';

const command = (label: string, group: string, keywords?: string[]) => ({
  ...{ id: label, label, group, keywords },
  run() {},
});
const commands = [command('Go to Board', 'Pages'), command('Theme: Dark', 'Settings', ['colour'])];
const labels = (query: string) =>
  [...findCommands(commands, query).values()].flat().map(({ label }) => label);

it('finds commands by all words of the query in label and keywords, in any case', () => {
  expect(labels('')).toEqual(['Go to Board', 'Theme: Dark']);
  expect(labels('board GO')).toEqual(['Go to Board']);
  expect(labels(' colour dark')).toEqual(['Theme: Dark']);
  expect(labels('board dark')).toEqual([]);
});
