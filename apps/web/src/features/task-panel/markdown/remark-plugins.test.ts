import { expect, test } from 'vitest';
import { htmlAsText } from './remark-plugins.ts';

test('HTML becomes text, in a paragraph of its own if it stood alone', () => {
  const html = { type: 'html', value: '<b>' };
  const tree = { type: 'root', children: [html, { type: 'paragraph', children: [html] }] };
  htmlAsText()(tree);
  const text = { type: 'text', value: '<b>' };
  expect(tree.children).toEqual([
    { type: 'paragraph', children: [text] },
    { type: 'paragraph', children: [text] },
  ]);
});

test('keeps everything but HTML', () => {
  const tree = { type: 'root', children: [{ type: 'code', value: '<b>' }] };
  htmlAsText()(tree);
  expect(tree.children).toEqual([{ type: 'code', value: '<b>' }]);
});
