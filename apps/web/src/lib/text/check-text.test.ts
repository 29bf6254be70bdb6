import { textBounds } from '@crewboard/contracts';
import { expect, test } from 'vitest';
import { checkText } from './check-text.ts';

const checkName = (name: string) => checkText('The name', textBounds.name, name);
const checkPassword = (password: string) => checkText('The password', textBounds.password, password);

test('returns the message of the API about a name', () => {
  expect(checkName('')).toBe('The name must have 1 to 100 characters.');
  expect(checkName('\u200b')).toBe('The name must not be blank.');
  expect(checkName('x'.repeat(101))).toBe('The name must have 1 to 100 characters.');
});

test('accepts line breaks and tabs in a name, which become spaces, and no other control character', () => {
  expect(checkName('One\r\ntwo\tthree')).toBeNull();
  expect(checkName('One\u001btwo')).toBe('The name must not contain control characters.');
});

test('counts characters, not UTF-16 code units', () => {
  expect(checkName('😀'.repeat(100))).toBeNull();
});

test.each(['1234567', ' '.repeat(8), '\u200b'.repeat(8), 'x'.repeat(201)])(
  'rejects the password %j',
  (password) => {
    expect(checkPassword(password)).toMatch(/^The password must /);
  },
);
