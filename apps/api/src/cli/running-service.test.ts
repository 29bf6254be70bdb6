import { resolveDataLocation } from '@crewboard/db/data-location';
import { expect, it } from 'vitest';
import { findAdminDataDir } from './running-service.ts';

const inWorkingDirectory = (DATA_DIR: string) => resolveDataLocation(process.cwd(), { DATA_DIR }).dataDir;

it('resolves DATA_DIR of a built program from the working directory, as the API does', () => {
  expect(findAdminDataDir({ DATA_DIR: 'data' }, null)).toBe(inWorkingDirectory('data'));
  expect(findAdminDataDir({ DATA_DIR: '/srv/data' }, null)).toBe(inWorkingDirectory('/srv/data'));
  expect(findAdminDataDir({}, null)).toBeUndefined();
});
