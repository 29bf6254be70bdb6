import { ChangePassword, CreateTeam } from '@crewboard/contracts';
import { expect, test } from 'vitest';
import { validateField } from './validate-field.ts';

const checkName = (name: string) => validateField('The name', CreateTeam.shape.name, name);
const checkPassword = (password: string) =>
  validateField('The password', ChangePassword.shape.newPassword, password);

test('returns the message of the API about a name', () => {
  expect(checkName('')).toBe('The name must have 1 to 100 characters.');
  expect(checkName('\u200b')).toBe('The name must not be blank.');
  expect(checkName('x'.repeat(101))).toBe('The name must have 1 to 100 characters.');
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
