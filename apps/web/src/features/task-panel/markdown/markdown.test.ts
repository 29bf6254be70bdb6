import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { Markdown } from './markdown.tsx';
import { splitMarkdown } from './split-markdown.ts';

const paragraph = `${'Seven words are in this short sentence. '.repeat(20).trim()}\n\n`;

const markupOf = (text: string) =>
  splitMarkdown(text)
    .map((piece) =>
      piece.isCode ? `<code>${piece.text}</code>` : renderToStaticMarkup(createElement(Markdown, piece)),
    )
    .join('');

const count = (text: string, part: string) => text.split(part).length - 1;

test('no heading is above one of a higher level, and none is on the levels of the panel', () => {
  const markup = markupOf(
    ['#', '##', '###', '####', '#####', '######'].map((level) => `${level} Part\n`).join('\n'),
  );
  expect(markup.match(/<h\d/g)).toEqual(['<h4', '<h4', '<h5', '<h6', '<h6', '<h6']);
});

test('a footnote is shown once, also if its reference is in another piece', () => {
  const markup = markupOf(`Measured twice.[^1]\n\n${paragraph.repeat(4)}[^1]: On a quiet machine.\n`);
  expect(count(markup, 'On a quiet machine.')).toBe(1);
  expect(markupOf('Measured twice.[^1]\n\n[^1]: On a quiet machine.')).toContain('On a quiet machine.');
});

test('links within a text lead nowhere: there are no ids that two texts could share', () => {
  const markup = markupOf('[Details](#details) Measured twice.[^1]\n\n[^1]: On a quiet machine.');
  expect(markup).not.toMatch(/ id="|href="#/);
});

test('a line that only looks like a definition is shown once', () => {
  const markup = markupOf(`${paragraph.repeat(4)}[WARN]: the disk is full\n\n${paragraph.repeat(2)}`);
  expect(count(markup, 'the disk is full')).toBe(1);
});

test('a long code block in a list does not end before its fence does', () => {
  const code = '   const _a_ = 1;\n'.repeat(200);
  const markup = markupOf(`1. Run this:\n   \`\`\`ts\n${code}   \`\`\`\n2. Read the **log**.\n`);
  expect(markup).not.toContain('<em>');
  expect(markup).toContain('<strong>log</strong>');
});
