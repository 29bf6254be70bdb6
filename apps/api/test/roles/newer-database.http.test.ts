import { execFile } from 'node:child_process';
import path from 'node:path';
import { build } from '@crewboard/build-info';
import { beforeAll, expect, it } from 'vitest';
import { useApi } from '../harness.ts';

const api = useApi();
beforeAll(() =>
  api().owner.query(
    `insert into _prisma_migrations (id, checksum, migration_name, finished_at, applied_steps_count)
     values ('later', '-', '29990101000000_later', now(), 1)`,
  ),
);

function start(
  script: string,
  args: string[] = [],
): Promise<{ code: unknown; stderr: string; stdout: string }> {
  const file = path.join(import.meta.dirname, '../../src', script);
  const env = {
    ...process.env,
    ...{ APP_SECRET: 'a secret of the tests, long enough', API_PORT: '0', DATABASE_URL: api().db.url },
  };
  return new Promise((resolve) => {
    execFile(process.execPath, [file, ...args], { env }, (error, stdout, stderr) =>
      resolve({ code: error?.code, stderr, stdout }),
    );
  });
}

/** A process reads the commit as it starts: there may be a newer one by then. */
const laterBuild = { ...build, commit: build.commit && expect.stringMatching(/^[0-9a-f]{12}$/) };

const reason =
  'A newer version of Crewboard has migrated this database: this version does not know 29990101000000_later. ' +
  'Start that version or a newer one, or restore a backup from before the upgrade.\n';

it.each([
  ['main.ts', 'starting the API', 'The API could not start: '],
  ['worker.ts', 'starting the worker', 'The worker could not start: '],
  ['migrate.ts', 'preparing the database', 'The database could not be migrated: '],
])(
  '%s logs its build, and ends with one line where a newer version has migrated',
  async (script, msg, says) => {
    const { code, stderr, stdout } = await start(script);
    expect({ code, stderr }).toEqual({ code: 1, stderr: says + reason });
    expect(JSON.parse(stdout.split('\n')[0] ?? '')).toMatchObject({ msg, ...laterBuild });
  },
);

it('an admin command ends with the same line', async () => {
  const ended = await start('cli/admin.ts', ['team', 'list']);
  expect(ended).toEqual({ code: 1, stderr: `crewboard: ${reason}`, stdout: '' });
});

it('a process that already runs stays ready, and names its build', async () => {
  const { status, body } = await api().request('GET', '/readyz');
  expect(status).toBe(200);
  expect(body).toMatchObject({ ready: true, ...build });
});
