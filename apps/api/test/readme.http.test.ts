import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { useApi } from './harness.ts';

const api = useApi();
const root = path.join(import.meta.dirname, '../../..');

it("the README's tour in curl works as pasted", async () => {
  const readme = readFileSync(path.join(root, 'README.md'), 'utf8');
  const tour = /## A tour in curl.*?```sh\n(.*?)```/s.exec(readme)?.[1] ?? '';
  const script = tour.replace('http://127.0.0.1:4000', api().url);
  expect(script).not.toBe(tour);

  const env = { ...process.env, DATABASE_URL: api().db.url };
  const { stdout } = await promisify(execFile)('bash', ['-euo', 'pipefail', '-c', script], {
    cwd: root,
    env,
  });

  const { rows } = await api().db.pool.query('select status, result, priority from tasks');
  expect(rows).toEqual([{ status: 'done', result: 'Hello!', priority: 'high' }]);
  expect(stdout).toContain('"code":"TASK_ALREADY_CLAIMED"');
  const events = (await api().events()).map((event) => event.type);
  expect(events.slice(-4)).toEqual(['agent.created', 'task.created', 'task.claimed', 'task.completed']);
});
