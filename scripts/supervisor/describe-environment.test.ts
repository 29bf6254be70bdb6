import { expect, test } from 'vitest';
import { describeEnvironment } from './describe-environment.ts';

test('tells admin doctor the settings and the names of all variables, and no secret', () => {
  const env = { HOST: '::1', APP_SECRET: 'secret', BACKUP_DIR: 'backups', PUBLIC_ULR: 'x', LOG_LEVEL: '' };
  const backups = { folder: '/srv/backups', every: '24h', everyMs: 86_400_000, keep: 7 };
  expect(describeEnvironment({ NODE_ENV: 'test', ...env }, { backups })).toEqual({
    settings: { HOST: '::1', BACKUP_DIR: '/srv/backups' },
    variables: ['NODE_ENV', 'HOST', 'APP_SECRET', 'BACKUP_DIR', 'PUBLIC_ULR', 'LOG_LEVEL'],
  });
});
