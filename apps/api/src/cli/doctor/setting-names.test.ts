import { expect, it } from 'vitest';
import { findMeantSetting } from './setting-names.ts';

it.each([
  ['BACKUP_DRI', 'BACKUP_DIR'],
  ['DATABSE_URL', 'DATABASE_URL'],
  ['TRUSTPROXY', 'TRUST_PROXY'],
  ['public_url', 'PUBLIC_URL'],
  ['CREWBOARD_PUBLIC_URL', 'PUBLIC_URL'],
])('takes %s for %s', (name, setting) => expect(findMeantSetting(name)).toBe(setting));

// Settings themselves, and variables of other programs.
it.each([
  'BACKUP_DIR',
  'HOSTS',
  'PATH',
  'USERNAME',
  'NODE_ENV',
  'CREWBOARD_KEY',
  'OTEL_SERVICE_NAME',
  'LANG',
])('says nothing about %s', (name) => expect(findMeantSetting(name)).toBeUndefined());
