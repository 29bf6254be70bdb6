import { NewPassword } from '@crewboard/contracts';
import { expect, test } from 'vitest';
import { checkNewPassword } from './password-rules.ts';

test.each([
  '',
  '1234567',
  '12345678',
  ' '.repeat(8),
  'a'.repeat(200),
  'a'.repeat(201),
  '😀'.repeat(200),
  '😀'.repeat(201),
])('says of %j what the API says', (password) => {
  expect(checkNewPassword(password) === null).toBe(NewPassword.safeParse(password).success);
});
