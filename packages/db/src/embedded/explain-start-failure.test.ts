import { userInfo } from 'node:os';
import { expect, it } from 'vitest';
import { explainStartFailure } from './explain-start-failure.ts';

const folder = '/srv/crewboard/postgres';
const explain = (log: string[], message = 'it ended with code 1') =>
  explainStartFailure(message, log, { folder, systemUser: undefined });
const at = '2026-11-28 06:05:44.743 UTC [30326]';

it.each([
  [
    `${at} FATAL:  could not write lock file "postmaster.pid": No space left on device`,
    `The disk of ${folder} is full. Free`,
  ],
  [`${at} PANIC:  could not write to file "pg_wal/xlogtemp.9": No space left on device`, 'is full'],
  [`${at} LOG:  could not bind IPv4 address "127.0.0.1": Address already in use`, 'it takes a free port'],
  [`${at} FATAL:  data directory "${folder}" has invalid permissions`, `Run: chmod 700 ${folder}`],
  [
    `but could not open file "${folder}/global/pg_control": Permission denied`,
    `chown -R ${userInfo().username} ${folder}`,
  ],
  [`${at} FATAL:  could not map anonymous shared memory: Cannot allocate memory`, 'Free memory'],
  [`${at} FATAL:  password authentication failed for user "crewboard"`, `The password in ${folder}-password`],
  [`${at} FATAL:  configuration file "${folder}/postgresql.conf" contains errors`, 'configuration file'],
  [`${at} FATAL:  required WAL directory "pg_wal" does not exist`, 'damaged or incomplete'],
  [`${at} PANIC:  could not locate a valid checkpoint record at 0/1D65E28`, 'damaged or incomplete'],
  [`${at} DETAIL:  The database subdirectory "base/5" is missing.`, 'damaged or incomplete'],
])('of %s says what to do', (line, remedy) => {
  const [first, , ...reasons] = explain([`${at} LOG:  starting PostgreSQL 18.4`, line]).split('\n');
  expect(first).toContain(remedy);
  expect(reasons).toEqual([`    ${line.replace(`${at} `, '')}`]);
});

it('shows what PostgreSQL said, once, where the cause is unknown', () => {
  const line = `${at} FATAL:  invalid value for parameter "shared_buffers": "plenty"`;
  expect(explain([line, `${at} FATAL:  the database system is starting up`, line])).toBe(
    'PostgreSQL did not start. It says why:\n\n    FATAL:  invalid value for parameter "shared_buffers": "plenty"',
  );
  expect(explain([], 'it was ended by SIGKILL')).toBe(
    'PostgreSQL did not start. It says why:\n\n    it was ended by SIGKILL',
  );
});

it('takes the cause from the line that ended PostgreSQL, not from earlier errors', () => {
  const before = [
    `${at} LOG:  checkpoint starting: end-of-recovery immediate wait`,
    `${at} LOG:  could not open statistics file "pg_stat/global.stat": No such file or directory`,
  ];
  expect(explain([...before, `${at} FATAL:  data directory "${folder}" has invalid permissions`])).toContain(
    `Run: chmod 700 ${folder}`,
  );
  expect(explain([before[0] ?? '', `${at} FATAL:  invalid value for parameter "port": "none"`])).toContain(
    'PostgreSQL did not start. It says why:',
  );
});
