import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { TaskAttempt } from '@crewboard/contracts';
import { beforeAll, expect, it } from 'vitest';
import { useApi } from '../../../apps/api/test/harness.ts';
import { calls, done } from '../../../apps/api/test/support/tasks.ts';
import { createWorld, type World } from '../../../apps/api/test/support/world.ts';
import { runCli, startCli, useFolder } from './support/run-cli.ts';

const api = useApi();
const folder = useFolder();
let world: World;
beforeAll(async () => {
  world = await createWorld(api());
});

const env = () => ({
  PATH: process.env.PATH ?? '',
  CREWBOARD_URL: api().url,
  CREWBOARD_TOKEN: world.ada.token,
});
const work = (...args: string[]) => runCli(['work', ...args], { env: env() });
const startWork = (...args: string[]) => startCli(['work', ...args], { env: env() });

const read = (taskId: string) => done(calls(api()).get(world.team.apiKey, taskId));

async function lastAttempt(taskId: string): Promise<TaskAttempt> {
  const { body } = await calls(api()).attempts(world.team.apiKey, taskId);
  return TaskAttempt.parse((body as unknown[])[0]);
}

it('completes a task with what its command prints', async () => {
  const taskId = await api().createTask(world.team, { title: 'Greet', description: 'Ada' });
  const script =
    'echo "$CREWBOARD_TASK_TITLE $(sed \'s/.*"description":"\\([^"]*\\)".*/\\1/\') $CREWBOARD_TASK_ATTEMPT"; echo noise >&2';
  const { code, stderr } = await work('--once', '--', 'sh', '-c', script);
  expect({ code, stderr }).toEqual({
    code: 0,
    stderr: `claimed ${taskId} Greet\nnoise\ncompleted ${taskId} Greet\n`,
  });
  expect(await read(taskId)).toMatchObject({ status: 'done', result: 'Greet Ada 1' });
});

it('keeps its token from the command, which works on texts of others', async () => {
  const taskId = await api().createTask(world.team);
  await work('--once', '--', 'sh', '-c', 'echo "token=$CREWBOARD_TOKEN url=$CREWBOARD_URL"');
  expect(await read(taskId)).toMatchObject({ result: `token= url=${api().url}` });
});

it('fails a task whose command fails, with the last lines of its standard error', async () => {
  const taskId = await api().createTask(world.team, { title: 'Fail' });
  const { code } = await work('--once', '--', 'sh', '-c', 'echo no disk >&2; exit 7');
  expect(code).toBe(1);
  expect(await lastAttempt(taskId)).toMatchObject({
    outcome: 'failed',
    reason: 'sh: exit code 7\nno disk',
  });
  expect((await read(taskId)).notBefore).not.toBeNull();
  await done(calls(api()).move(world.team.apiKey, taskId, 'cancelled'));
});

it('ends with a usage error when the command cannot be run', async () => {
  const taskId = await api().createTask(world.team);
  const { code, stderr } = await work('--', '/no/such/command');
  expect({ code, stderr }).toEqual({
    code: 2,
    stderr: expect.stringContaining('/no/such/command cannot be run'),
  });
  expect(await read(taskId)).toMatchObject({ status: 'todo', notBefore: null });
  expect(await lastAttempt(taskId)).toMatchObject({ outcome: 'released' });
  await done(calls(api()).move(world.team.apiKey, taskId, 'cancelled'));
});

it('Ctrl-C lets the command finish, the second one ends it and then releases the task', async () => {
  const pipe = path.join(folder, 'pipe');
  // Runs until somebody writes to the pipe.
  const script = `[ -p ${pipe} ] || mkfifo ${pipe}; echo running >&2; cat ${pipe}`;
  const first = await api().createTask(world.team, { title: 'First' });
  const graceful = startWork('--', 'sh', '-c', script);
  await graceful.until(/running/);
  graceful.child.kill('SIGINT');
  await writeFile(pipe, 'finished\n');
  expect((await graceful.ended).code).toBe(0);
  expect(await read(first)).toMatchObject({ status: 'done', result: 'finished' });

  const second = await api().createTask(world.team, { title: 'Second' });
  const mayEnd = path.join(folder, 'may-end');
  // Ends with code 0 some time after SIGTERM. To write to a pipe would wait forever after SIGKILL.
  const lastWords = `trap 'echo ending >&2; until [ -e ${mayEnd} ]; do sleep 0.05; done; echo half of it; exit 0' TERM
    echo running >&2; while :; do sleep 0.05; done`;
  const impatient = startWork('--', 'sh', '-c', lastWords);
  await impatient.until(/running/);
  impatient.child.kill('SIGINT');
  impatient.child.kill('SIGTERM');
  await impatient.until(/ending/);
  expect(await read(second)).toMatchObject({ status: 'in_progress' });
  await writeFile(mayEnd, '');
  expect((await impatient.ended).code).toBe(130);
  expect(await read(second)).toMatchObject({ status: 'todo' });
  expect(await lastAttempt(second)).toMatchObject({ outcome: 'released', reason: 'The worker was stopped.' });
  await done(calls(api()).move(world.team.apiKey, second, 'cancelled'));
});

it('with --once, Ctrl-C lets the command finish', async () => {
  const pipe = path.join(folder, 'pipe-of-one');
  const taskId = await api().createTask(world.team, { title: 'Only' });
  const script = `mkfifo ${pipe}; echo running >&2; cat ${pipe}`;
  const { child, until, ended } = startWork('--once', '--', 'sh', '-c', script);
  await until(/running/);
  child.kill('SIGINT');
  await writeFile(pipe, 'finished\n');
  expect((await ended).code).toBe(0);
  expect(await read(taskId)).toMatchObject({ status: 'done', result: 'finished' });
});

it('the end of the terminal ends the command and releases the task', async () => {
  const taskId = await api().createTask(world.team, { title: 'Hung up' });
  const { child, until, ended } = startWork('--', 'sh', '-c', 'echo "pid=$$" >&2; exec sleep 60');
  await until(/pid=\d+\n/);
  // Its messages have no reader any more.
  child.stderr.destroy();
  child.kill('SIGHUP');
  const { code, stderr } = await ended;
  expect(code).toBe(130);
  const pid = Number(/pid=(\d+)/.exec(stderr)?.[1]);
  expect(() => process.kill(pid, 0)).toThrow('ESRCH');
  expect(await lastAttempt(taskId)).toMatchObject({ outcome: 'released', reason: 'The worker was stopped.' });
});

it('with --state, goes on with other tasks when what it held was archived', async () => {
  const state = path.join(folder, 'state.json');
  const lost = await api().createTask(world.team, { title: 'Lost' });
  const killed = startWork('--state', state, '--', 'sh', '-c', 'echo "pid=$$" >&2; exec sleep 60');
  await killed.until(/pid=\d+\n/);
  killed.child.kill('SIGKILL');
  const { stderr: started } = await killed.ended;
  // The command has outlived its worker.
  process.kill(Number(/pid=(\d+)/.exec(started)?.[1]));
  await done(calls(api()).move(world.team.apiKey, lost, 'cancelled'));
  await api().request('POST', `/api/tasks/${lost}/archive`, { token: world.team.apiKey });
  const next = await api().createTask(world.team, { title: 'Next' });
  const { code, stderr } = await work('--once', '--state', state, '--', 'echo', 'Done');
  expect({ code, stderr }).toEqual({
    code: 0,
    stderr: expect.stringMatching(
      `^lost ${lost} Lost: 409 TASK_ARCHIVED: .*\nclaimed ${next} Next\ncompleted ${next} Next\n$`,
    ),
  });
  expect(await read(next)).toMatchObject({ status: 'done', result: 'Done' });
  expect(JSON.parse(await readFile(state, 'utf8'))).toEqual({ attempts: [] });
});

it('with --state, releases what it cannot write into the file, and says why', async () => {
  const state = path.join(folder, 'unwritable.json');
  // In the place of the next version of the file.
  await mkdir(`${state}.next`);
  const taskId = await api().createTask(world.team, { title: 'Not run' });
  const { code, stderr } = await work('--state', state, '--', 'echo', 'Done');
  const reason = `The state file ${state} cannot be written: EISDIR`;
  expect({ code, lines: stderr.split('\n').slice(0, -1) }).toEqual({
    code: 1,
    lines: [
      `claimed ${taskId} Not run`,
      expect.stringContaining(`released ${taskId} Not run: ${reason}`),
      expect.stringContaining(`crewboard: ${reason}`),
    ],
  });
  expect(await read(taskId)).toMatchObject({ status: 'todo', result: null });
  await done(calls(api()).move(world.team.apiKey, taskId, 'cancelled'));
});

it('hands the results of the tasks that had to be done before to the command', async () => {
  const { team, ada } = await createWorld(api());
  const first = await api().createTask(team, { title: 'Write' });
  const second = await api().createTask(team, { title: 'Check', blockedBy: [first] });
  await done(calls(api()).complete(ada.token, first, { body: { result: 'The notes' } }));
  const script = 'sed \'s/.*"blockers":.*"result":"\\([^"]*\\)".*/\\1/\'';
  const options = { env: { ...env(), CREWBOARD_TOKEN: ada.token } };
  expect((await runCli(['work', '--once', '--', 'sh', '-c', script], options)).code).toBe(0);
  expect(await done(calls(api()).get(team.apiKey, second))).toMatchObject({ result: 'The notes' });
});

it('hands the instructions of the project to each command', async () => {
  const { team } = await createWorld(api());
  const agent = await api().createAgent(team);
  await api().request('PATCH', `/api/projects/${team.projectId}`, {
    token: team.apiKey,
    body: { instructions: 'Run the tests.' },
  });
  const taskId = await api().createTask(team);
  const script = 'sed \'s/.*"instructions":"\\([^"]*\\)".*/\\1/\'';
  const options = { env: { ...env(), CREWBOARD_TOKEN: agent.token } };
  expect((await runCli(['work', '--once', '--', 'sh', '-c', script], options)).code).toBe(0);
  expect(await done(calls(api()).get(team.apiKey, taskId))).toMatchObject({ result: 'Run the tests.' });
});
