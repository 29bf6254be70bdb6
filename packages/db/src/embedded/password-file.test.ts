import { expect, it } from 'vitest';
import { explainFileError } from './password-file.ts';

const file = '/srv/crewboard/postgres-application-password';
const error = (code: string, path: string) =>
  Object.assign(new Error(`${code}: it failed, open '${path}'`), { code, path });

it('names the user that may not read a file or write beside it, and no file of PostgreSQL', () => {
  const user = `The user of this process (uid ${process.getuid?.()})`;
  const read = explainFileError(file, error('EACCES', file));
  expect(read).toMatch(`${user} may not read ${file}. Let it, or a group of it, read the file; `);
  expect(read).toMatch('where it is mounted');
  expect(explainFileError(file, error('EACCES', `${file}.12`))).toBe(
    `${user} may not write to the folder of ${file}. Let it write there.`,
  );
});

it('says that a file is missing, or what the system said', () => {
  expect(explainFileError(file, error('ENOENT', file))).toBe(
    `${file} is missing: put that file back from a backup.`,
  );
  expect(explainFileError(file, error('EROFS', `${file}.12`))).toBe(
    `${file} cannot be written: EROFS: it failed, open '${file}.12'.`,
  );
});
