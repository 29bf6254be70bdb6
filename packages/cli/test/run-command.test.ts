import type { Task } from '@crewboard/sdk';
import { expect, it } from 'vitest';
import { CommandRunner } from '../src/run-command.ts';

const task = { id: 't1', title: 'A task', attempt: 1, priority: 'normal', projectId: 'p1' } as Task;

const run = (script: string, signal = new AbortController().signal) =>
  new CommandRunner({ file: 'sh', args: ['-c', script] }, process).run(task, signal);

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

it('ends all processes of the command when the claim is lost', async () => {
  const lost = new AbortController();
  const runner = new CommandRunner({ file: 'sh', args: ['-c', 'sh -c "sleep 60" | cat'] }, process);
  const running = runner.run(task, lost.signal);
  lost.abort();
  await expect(running).rejects.toThrow('ended by SIGTERM');
  await runner.ended();
});
