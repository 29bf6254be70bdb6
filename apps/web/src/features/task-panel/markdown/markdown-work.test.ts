import fc from 'fast-check';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Markdown } from './markdown.tsx';
import { splitMarkdown } from './split-markdown.ts';
import { type StepCounter, startStepCounter } from './testing/count-steps.ts';
import { hostileUnit, repeatTo } from './testing/hostile-markdown.ts';
import { longReport } from './testing/report.ts';

/** The blocks of code that may run for one piece: about 50 ms of processor time. */
const maxSteps = 20_000_000;
/** The maximum length of a result. */
const maxLength = 100_000;

let counter: StepCounter;
beforeAll(async () => {
  counter = await startStepCounter();
});
afterAll(() => counter.stop());

/**
 * Formats a middle piece, which also has repeated parts such as the header of a table, and the last one: others are
 * alike.
 */
async function expectBoundedWork(text: string): Promise<void> {
  const pieces = splitMarkdown(text).filter(({ isCode }) => !isCode);
  const chosen = new Set([pieces[Math.floor(pieces.length / 2)], pieces.at(-1)]);
  for (const piece of chosen) {
    if (!piece) continue;
    const steps = await counter.countSteps(() => renderToStaticMarkup(createElement(Markdown, piece)));
    expect(steps).toBeLessThan(maxSteps);
  }
}

test('each piece of a long report takes bounded work', () => expectBoundedWork(longReport));

test.each([
  '*a_ ',
  '*[',
  ']',
  '[a](b)\n\n',
  '\\``aa',
  'a<? and more words ',
  'www.a_aaaaaaaaaaaaa',
  '&amp;',
  'a\n',
  '```\na\n```\n',
  '# a\n',
  '- a\n',
  '> a\n\n',
  'a\n-\n',
  '[^a]: b\n',
  '[a]: b\n',
  '>',
  '- ',
  '1. ',
  '[^a]: ',
  '![',
])('each piece of a repetition of %j takes bounded work', (unit) =>
  expectBoundedWork(repeatTo(unit, maxLength)),
);

test.each([
  ['*a ', 'a*'],
  ['**a ', 'a**'],
  ['[', '](b)'],
  ['![', '](b)'],
])('nested pairs of %j and %j take bounded work', (start, end) => {
  const depth = Math.floor(1_990 / (start.length + end.length));
  return expectBoundedWork(start.repeat(depth) + end.repeat(depth));
});

test('a table whose rows are shorter than its header takes bounded work', () => {
  const header = `|${'a|'.repeat(240)}\n|${'-|'.repeat(240)}\n`;
  return expectBoundedWork(header + '|\n'.repeat(40_000));
});

test('nested lists take bounded work', () => {
  const nested = Array.from({ length: 60 }, (_, level) => `${'  '.repeat(level)}- a`).join('\n');
  return expectBoundedWork(repeatTo(`${nested}\n`, maxLength));
});

test('repetitions of hostile pieces take bounded work', async () => {
  await fc.assert(
    fc.asyncProperty(hostileUnit, (unit) => expectBoundedWork(repeatTo(unit, maxLength))),
    { seed: 20_261_122, numRuns: 10 },
  );
});
