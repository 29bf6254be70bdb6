import { createClient } from '@crewboard/sdk';
import { beforeAll, expect, it } from 'vitest';
import { useApi } from '../../../apps/api/test/harness.ts';
import { createWorld, type World } from '../../../apps/api/test/support/world.ts';
import { firstEventId } from '../../sdk/test/support/first-event.ts';
import { startCli } from './support/run-cli.ts';

const api = useApi();
let world: World;
beforeAll(async () => {
  world = await createWorld(api());
});

it('prints an event in one line, or as JSON', async () => {
  const env = { CREWBOARD_URL: api().url, CREWBOARD_TOKEN: world.team.apiKey };
  await api().createTask(world.team);
  const client = createClient({ url: api().url, token: world.team.apiKey });
  const after = await firstEventId(client, 'task.created');
  const watches = [[], ['--json']].map((more) => startCli(['watch', '--after', after, ...more], { env }));
  await api().createTask(world.team, { title: 'Two lines' });
  await Promise.all(watches.map(({ until }) => until(/task\.created.*\n/)));
  for (const { child } of watches) child.kill('SIGINT');
  const [text, json] = await Promise.all(watches.map(({ ended }) => ended));
  expect(text?.stdout).toMatch(/^\S+Z task\.created Two lines \(.+\) \d+-\d+-[\da-f]{8}\n$/);
  expect(JSON.parse(json?.stdout ?? '')).toMatchObject({
    type: 'task.created',
    snapshot: { title: 'Two lines' },
  });
  expect([text?.code, json?.code]).toEqual([0, 0]);
});

it('shows comments, results and reasons below their event, without control characters and only their first lines', async () => {
  const env = { CREWBOARD_URL: api().url, CREWBOARD_TOKEN: world.ada.token };
  const client = createClient({ url: api().url, token: world.ada.token });
  const taskId = await api().createTask(world.team, { title: 'Say hello' });
  const after = await firstEventId(client, 'task.created');
  await client.comments.create({
    taskId,
    body: 'Half of it\n\n2026  task.created  \u001b[31mForged\u202e  (Ada)  1-1',
  });
  await client.tasks.claim({ taskId });
  await client.tasks.release({ taskId, reason: 'No disk' });
  await client.tasks.complete({
    taskId,
    result: Array.from({ length: 30 }, (_, line) => `Line ${line}`).join('\n'),
  });
  const { child, until, ended } = startCli(['watch', '--after', after, '--task-id', taskId], { env });
  await until(/…/);
  child.kill('SIGINT');
  const lines = (await ended).stdout.trimEnd().split('\n');
  const below = (type: string) => {
    const start = lines.findIndex((line) => line.includes(type)) + 1;
    const end = lines.findIndex((line, index) => index >= start && !/^( {4}|$)/.test(line));
    return lines.slice(start, end === -1 ? undefined : end);
  };
  expect(below('task.commented')).toEqual([
    '    Half of it',
    '',
    '    2026  task.created   [31mForged   (Ada)  1-1',
  ]);
  expect(below('task.released')).toEqual(['    No disk']);
  expect(below('task.completed')).toEqual([
    ...Array.from({ length: 20 }, (_, line) => `    Line ${line}`),
    '    …',
  ]);
});

it('with --json, escapes what controls a terminal or is invisible', async () => {
  const env = { CREWBOARD_URL: api().url, CREWBOARD_TOKEN: world.team.apiKey };
  const client = createClient({ url: api().url, token: world.ada.token });
  const taskId = await api().createTask(world.team);
  const after = await firstEventId(client, 'task.created');
  const body = 'Red \u009b31m\u007f \u202etxt.exe \u2028 \u{e0041}';
  const { child, until, ended } = startCli(
    ['watch', '--after', after, '--type', 'task.commented', '--json'],
    { env },
  );
  await client.comments.create({ taskId, body });
  await until(/\\u009b31m.*\n/);
  child.kill('SIGINT');
  const line = (await ended).stdout.trimEnd().split('\n').at(-1) ?? '';
  expect(line).not.toMatch(/\p{Cc}|\p{Cf}|\p{Zl}|\p{Zp}/u);
  expect(JSON.parse(line).changes.comment.after.body).toBe(body);
});
