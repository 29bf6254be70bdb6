import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { PassThrough } from 'node:stream';
import type { Task, TaskNotices } from '@crewboard/sdk';
import { expect, it } from 'vitest';
import { CommandRunner } from '../src/run-command.ts';
import { useFolder } from './support/run-cli.ts';

const folder = useFolder();

const task = { id: 't1', title: 'A task', attempt: 1, priority: 'normal', projectId: 'p1' } as Task;

/** Of a claim that gets no notices. */
const contextOf = (signal: AbortSignal) => ({
  ...{ signal, stop: new AbortController().signal },
  onNotice: () => undefined,
  ...{ instructions: null, context: { lastAttempt: null, comments: [] }, blockers: [], isResumed: false },
});

const run = (script: string, signal = new AbortController().signal) =>
  new CommandRunner({ file: 'sh', args: ['-c', script] }, process).run(task, contextOf(signal));

it('returns what the command prints, at most 100,000 characters', async () => {
  expect(await run('echo; echo " two lines"; echo')).toBe('\n two lines');
  expect(await run('true')).toBeNull();
  expect(await run("head -c 900000 /dev/zero | tr '\\0' 'ü'")).toHaveLength(100_000);
});

it('rejects with how the command ended', async () => {
  await expect(run('kill -KILL $$')).rejects.toThrow('sh: ended by SIGKILL');
  await expect(run('echo one >&2; echo two >&2; exit 3')).rejects.toThrow('sh: exit code 3\none\ntwo');
});

it('a command that does not read its input may succeed', async () => {
  expect(await run('exec 0<&-; echo done')).toBe('done');
});

it('ends with the command, although a process that it left behind keeps its output open', async () => {
  const pid = Number(await run('sleep 60 & echo $!'));
  process.kill(pid);
});

/** Runs a script until it has printed a line of process ids on standard error. */
async function runUntilIds(script: string, killTimeoutMs?: number) {
  const stderr = new PassThrough();
  const { env, stdin, stdout } = process;
  const terminal = { env, stdin, stdout, stderr };
  const runner = new CommandRunner({ file: 'sh', args: ['-c', script] }, terminal, killTimeoutMs);
  const lost = new AbortController();
  const running = runner.run(task, contextOf(lost.signal));
  // The test awaits it later.
  running.catch(() => undefined);
  const [line] = await once(createInterface({ input: stderr }), 'line');
  return { runner, lost, running, ids: line.split(' ').map(Number) };
}

function exists(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

/** Some containers keep processes that have ended as zombies. */
function isRunning(pid: number): boolean {
  const stat = `/proc/${pid}/stat`;
  try {
    return exists(pid) && !(existsSync(stat) && readFileSync(stat, 'utf8').includes(') Z '));
  } catch {
    return false;
  }
}

it('keeps the result of a command that ended before the worker was stopped', async () => {
  const { runner, running, ids } = await runUntilIds('sleep 60 & echo $$ $! >&2; echo result');
  // It exists until its end is known here.
  await expect.poll(() => exists(ids[0])).toBe(false);
  runner.stop();
  expect(await running).toBe('result');
  // What it left behind keeps running.
  process.kill(ids[1]);
});

/** A command whose other process ignores SIGTERM and has no output open. */
const withChild = (child: string) =>
  `trap '' TERM; ${child} >/dev/null 2>&1 & trap - TERM; echo $! $$ >&2; wait`;

it('waits for all processes of the command when the claim is lost', async () => {
  const mayEnd = path.join(folder, 'may-end');
  const { lost, running, ids } = await runUntilIds(
    withChild(`sh -c 'until [ -e ${mayEnd} ]; do sleep 0.05; done'`),
  );
  lost.abort();
  await expect.poll(() => isRunning(ids[1])).toBe(false);
  await writeFile(mayEnd, '');
  await expect(running).rejects.toThrow('ended by SIGTERM');
  expect(isRunning(ids[0])).toBe(false);
});

it('rejects with whole characters, although a read of standard error ends within one', async () => {
  const mayGoOn = path.join(folder, 'may-go-on');
  const { running } = await runUntilIds(
    `printf '1\\n\\303' >&2; until [ -e '${mayGoOn}' ]; do sleep 0.05; done; printf '\\274' >&2; exit 1`,
  );
  await writeFile(mayGoOn, '');
  await expect(running).rejects.toThrow('1\nü');
});

it('kills all processes of the command that do not end', async () => {
  const { lost, running, ids } = await runUntilIds(withChild('sleep 60'), 500);
  lost.abort();
  await expect(running).rejects.toThrow('ended by SIGTERM');
  await expect.poll(() => isRunning(ids[0])).toBe(false);
});

it('ends all processes of the command when the claim is lost', async () => {
  const lost = new AbortController();
  const runner = new CommandRunner({ file: 'sh', args: ['-c', 'sh -c "sleep 60" | cat'] }, process);
  const running = runner.run(task, contextOf(lost.signal));
  lost.abort();
  await expect(running).rejects.toThrow('ended by SIGTERM');
  await runner.ended();
});

it('tells a command of notices in a file and on standard error, and ends it with SIGTERM on a stop', async () => {
  const stderr = new PassThrough();
  const { env, stdin, stdout } = process;
  // The shell answers the signal once its sleep has ended.
  const script =
    'trap \'cat "$CREWBOARD_NOTICES" >&2; exit 1\' TERM; echo ready >&2; while :; do sleep 0.05; done';
  const runner = new CommandRunner({ file: 'sh', args: ['-c', script] }, { env, stdin, stdout, stderr });
  const stopping = new AbortController();
  let tell: (notices: TaskNotices) => void = () => undefined;
  const running = runner.run(task, {
    ...contextOf(new AbortController().signal),
    stop: stopping.signal,
    onNotice: (listener) => {
      tell = listener;
    },
  });
  const rejected = expect(running).rejects.toThrow('Stopped: Wrong paint');
  const lines: string[] = [];
  const reader = createInterface({ input: stderr });
  reader.on('line', (line) => lines.push(line));
  await once(reader, 'line');
  const comment = { id: 'c1', body: 'Blue\u001b[31m', createdAt: '2026-11-26T00:00:00.000Z' };
  tell({ comments: [{ ...comment, author: { kind: 'member', id: 'u1', name: 'Grace' } }] });
  tell({ stop: { reason: 'Wrong paint', source: 'team' } });
  stopping.abort(new Error('Wrong paint'));
  await rejected;
  expect(lines[1]).toMatch(/^comment by Grace: Blue/);
  expect(lines[1]).not.toContain('\u001b');
  expect(lines[2]).toBe('stop (team paused): Wrong paint');
  // Beside what the shell says of its sleep.
  const told = lines.filter((line) => line.startsWith('{'));
  expect(told.map((line) => Object.keys(JSON.parse(line)))).toEqual([['comments'], ['stop']]);
});

it('ends a command with SIGTERM where the stop came before its start', async () => {
  const runner = new CommandRunner({ file: 'sleep', args: ['10'] }, process);
  const stop = AbortSignal.abort(new Error('Wrong paint'));
  const running = runner.run(task, { ...contextOf(new AbortController().signal), stop });
  await expect(running).rejects.toThrow('Stopped: Wrong paint');
});
