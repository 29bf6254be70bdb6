import { expect, it } from 'vitest';
import { findMeantSetting } from './setting-names.ts';

it.each([
  ['BACKUP_DRI', 'BACKUP_DIR'],
  ['DATABSE_URL', 'DATABASE_URL'],
  ['TRUSTPROXY', 'TRUST_PROXY'],
  ['public_url', 'PUBLIC_URL'],
  ['CREWBOARD_PUBLIC_URL', 'PUBLIC_URL'],
])('suggests for %s the setting %s', (name, setting) => expect(findMeantSetting(name)).toBe(setting));

// Names of settings, and variables of other programs.
it.each([
  'BACKUP_DIR',
  'HOSTS',
  'PATH',
  'USERNAME',
  'NODE_ENV',
  'CREWBOARD_KEY',
  'OTEL_SERVICE_NAME',
  'LANG',
])('suggests nothing for %s', (name) => expect(findMeantSetting(name)).toBeUndefined());
