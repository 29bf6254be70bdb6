import fc from 'fast-check';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Markdown } from './markdown.tsx';
import { findExceededLimit } from './markdown-limits.ts';
import { type StepCounter, startStepCounter } from './testing/count-steps.ts';
import { hostileUnit, repeatTo } from './testing/hostile-markdown.ts';
import { longReport } from './testing/report.ts';

/** The blocks of code that run for one text: about 0.15 s of CPU time. */
const maxSteps = 60_000_000;

let counter: StepCounter;
beforeAll(async () => {
  counter = await startStepCounter();
});
afterAll(() => counter.stop());

async function expectBoundedWork(text: string): Promise<void> {
  expect(findExceededLimit(text)).toBeNull();
  const steps = await counter.countSteps(() => renderToStaticMarkup(createElement(Markdown, { text })));
  expect(steps).toBeGreaterThan(100);
  expect(steps).toBeLessThan(maxSteps);
}

/** The longest of these texts that is accepted. */
function longestAccepted(textOf: (size: number) => string): string {
  let size = 0;
  for (let step = 2 ** 16; step >= 1; step /= 2) {
    if (!findExceededLimit(textOf(size + step))) size += step;
  }
  return textOf(size);
}

const repeatToLimit = (unit: string) => longestAccepted((length) => repeatTo(unit, length));

test('a long report takes bounded work', () => expectBoundedWork(longReport));

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
])('the longest accepted repetition of %j takes bounded work', (unit) =>
  expectBoundedWork(repeatToLimit(unit)),
);

test.each([
  ['*a ', 'a*'],
  ['**a ', 'a**'],
  ['[', '](b)'],
  ['![', '](b)'],
])('the maximum of nested pairs of %j and %j takes bounded work', (start, end) =>
  expectBoundedWork(longestAccepted((depth) => start.repeat(depth) + end.repeat(depth))),
);

test('the longest accepted repetitions of hostile pieces take bounded work', async () => {
  await fc.assert(
    fc.asyncProperty(hostileUnit, (unit) => expectBoundedWork(repeatToLimit(unit))),
    { seed: 20_261_122, numRuns: 3 },
  );
});
