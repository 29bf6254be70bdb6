import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { useApi } from '../../../apps/api/test/harness.ts';
import { createWorld, type World } from '../../../apps/api/test/support/world.ts';
import { createClient } from '../src/index.ts';
import { firstEventId } from './support/first-event.ts';

const folder = path.join(import.meta.dirname, '..');
const readme = readFileSync(path.join(folder, 'README.md'), 'utf8');
const example = (name: string) => new RegExp(`^\`\`\`ts ${name}\n(.*?)^\`\`\``, 'ms').exec(readme)?.[1] ?? '';

const api = useApi();
let world: World;
beforeAll(async () => {
  world = await createWorld(api());
});

/** Runs an example as it stands. */
function start(name: string, token: string) {
  const child = spawn(process.execPath, ['--input-type=module-typescript', '--eval', example(name)], {
    // The examples of the workspace import the SDK from its sources.
    cwd: path.join(folder, '../../examples'),
    env: { NODE_ENV: 'test', CREWBOARD_URL: api().url, CREWBOARD_TOKEN: token },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output += text;
  });
  return { child, output: () => output, ended: once(child, 'close').then(([code]) => ({ code, output })) };
}

it('the example of calls runs as it stands', async () => {
  const { ended } = start('client', world.team.apiKey);
  expect(await ended).toEqual({ code: 0, output: 'Say hello todo\n1 null\nSomebody else changed it.\n' });
});

it('the examples of a worker and of events run as they stand', async () => {
  const manager = createClient({ url: api().url, token: world.team.apiKey });
  // The example begins after it.
  await firstEventId(manager, 'task.created');
  const events = start('events', world.ada.token);
  const worker = start('worker', world.ada.token);
  const title = 'For the worker';
  await api().createTask(world.team, { title });
  expect(await events.ended).toEqual({ code: 0, output: expect.stringMatching(/^.*, done\n$/) });
  await expect.poll(() => manager.tasks.list({ status: 'done' })).toHaveLength(2);
  worker.child.kill('SIGINT');
  const { code, output } = await worker.ended;
  expect({ code, events: output.trim().split('\n').sort() }).toEqual({
    code: 0,
    events: ['claimed', 'claimed', 'completed', 'completed'],
  });
});
