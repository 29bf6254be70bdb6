import { expect, test } from 'vitest';
import { verificationSnippets } from './verification.ts';

const snippets = verificationSnippets('whsec_secret');

test('only the first snippet contains the secret, and is marked as secret', () => {
  expect(snippets.map(({ text }) => text.includes('whsec_secret'))).toEqual([true, false]);
  expect(snippets.map(({ hasSecret }) => hasSecret)).toEqual([true, false]);
});

test('the second snippet reads the variable that the first snippet sets', () => {
  const variable = /^(\w+)=/.exec(snippets[0]?.text ?? '')?.[1];
  expect(snippets[1]?.text).toContain(`process.env.${variable})`);
});
