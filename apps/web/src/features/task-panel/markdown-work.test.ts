import fc from 'fast-check';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { assessMarkdown, maxWorkPerPart } from './assess-markdown.ts';
import { Markdown } from './markdown.tsx';
import { readLines } from './markdown-lines.ts';
import { type StepCounter, startStepCounter } from './testing/count-steps.ts';
import { hostileLines, hostileText, repeatTo } from './testing/hostile-markdown.ts';

const SEED = 20_261_122;
/** A call costs this much before it reads anything. */
const STEPS_PER_CALL = 30_000;
const TOLERANCE = 1.5;

let counter: StepCounter;
beforeAll(async () => {
  counter = await startStepCounter();
});
afterAll(() => counter.stop());

const render = (text: string) => renderToStaticMarkup(createElement(Markdown, { text }));

async function expectBoundedWork(text: string): Promise<boolean> {
  const assessment = assessMarkdown(text);
  if (!assessment.isFormatted) return false;
  const steps = await counter.countSteps(() => {
    for (const part of assessment.parts) render(part.text);
  });
  expect(steps).toBeGreaterThan(text.trim() === '' ? 0 : 100);
  expect(steps).toBeLessThan(TOLERANCE * assessment.work + STEPS_PER_CALL * assessment.parts.length);
  return true;
}

test('hostile text that is accepted costs no more steps than estimated', async () => {
  let accepted = 0;
  await fc.assert(
    fc.asyncProperty(hostileText, async (text) => {
      if (await expectBoundedWork(text)) accepted += 1;
    }),
    { seed: SEED, numRuns: 150 },
  );
  expect(accepted).toBeGreaterThan(75);
});

test.each([
  '*a_ ',
  '*a** ',
  '*[',
  ']',
  '[a](b) ',
  '![',
  '\\``',
  'a<?',
  'www.a_',
  'a@b.c ',
  '&amp;',
  'a  \n',
  '- a\n',
  '> a\n\n',
  'a\n-\n',
  '# a\n',
  'a\n\n',
  '[^a]: b\n',
  '> > > > > > > > ',
])('the largest accepted repetition of %j costs no more steps than estimated', async (unit) => {
  const isAccepted = (length: number) => {
    const assessment = assessMarkdown(repeatTo(unit, length));
    return assessment.isFormatted && assessment.work <= maxWorkPerPart;
  };
  let length = 1;
  while (length < 100_000 && isAccepted(length * 2)) length *= 2;
  for (let step = length / 2; step >= 1; step /= 2) if (isAccepted(length + step)) length += step;
  expect(await expectBoundedWork(repeatTo(unit, length))).toBe(true);
});

test('a text is assessed in steps proportional to its length', async () => {
  for (const unit of ['*a_ ', '>', '```\n', '- ', '`', '[', '<!--\n', '|', '\n', '\t', '[^a', '1']) {
    const text = repeatTo(unit, 100_000);
    const steps = await counter.countSteps(() => {
      assessMarkdown(text);
      for (const _ of readLines(text));
    });
    expect(steps, JSON.stringify(unit)).toBeLessThan(60 * text.length);
  }
});

test('a text that is cut where a line starts at the top level looks the same', () => {
  let cuts = 0;
  fc.assert(
    fc.property(hostileLines, (text) => {
      const starts = [...readLines(text)].filter((line) => line.isTopLevelStart).map(({ start }) => start);
      const parts = [0, ...starts].map((start, index) => text.slice(start, starts[index]));
      cuts += starts.length;
      expect(withoutBreaks(parts.map(render).join('\n'))).toBe(withoutBreaks(render(text)));
    }),
    { seed: SEED, numRuns: 1_000 },
  );
  expect(cuts).toBeGreaterThan(500);
});

// Between blocks there is a line break, which is not shown.
const withoutBreaks = (html: string) => html.replaceAll(/\s*\n\s*/g, ' ').trim();
