import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, readFile, rm, rmdir, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { StateFile } from '../src/state-file.ts';

let folder: string;
let file: string;
const children = new Set<ChildProcess>();

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'crewboard-state-'));
  file = path.join(folder, 'state.json');
});
afterEach(async () => {
  for (const child of children) await kill(child);
  await rm(folder, { recursive: true, force: true });
});

async function start(): Promise<ChildProcess> {
  const child = fork(path.join(import.meta.dirname, 'support/state-file-process.ts'), [file]);
  children.add(child);
  await once(child, 'message');
  return child;
}

async function open(child: ChildProcess): Promise<string> {
  const outcome = once(child, 'message');
  child.send('open');
  return (await outcome)[0];
}

/** Lets all of them open the file at the same time. Returns the index of the one that does; the others name it. */
async function openedBy(processes: ChildProcess[]): Promise<number> {
  const outcomes = await Promise.all(processes.map(open));
  const owner = outcomes.indexOf('opened');
  const used = `Process ${processes[owner]?.pid} uses ${file}:`;
  expect(outcomes.filter((outcome) => !outcome.startsWith(used))).toEqual(['opened']);
  return owner;
}

async function kill(child: ChildProcess): Promise<void> {
  children.delete(child);
  const exit = once(child, 'exit');
  child.kill('SIGKILL');
  await exit;
}

it('of a dead process is taken over by exactly one of several processes that start at the same time', async () => {
  const processes = await Promise.all(Array.from({ length: 8 }, start));
  for (let round = 0; round < 20; round += 1) {
    const owner = await openedBy(processes);
    // Its lock is what the next round finds.
    await kill(processes[owner] as ChildProcess);
    processes[owner] = await start();
  }
  expect(await readdir(folder)).toEqual(['state.json.lock']);
});

it('is used by one of two workers that start at the same time in one process', async () => {
  const opened = await Promise.allSettled([StateFile.open(file), StateFile.open(file)]);
  expect(opened.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  for (const each of opened) {
    if (each.status === 'rejected') expect(each.reason.message).toContain(`Process ${process.pid} uses`);
    else await each.value.close();
  }
  expect(await readdir(folder)).toEqual([]);
  await (await StateFile.open(file)).close();
});

it('respects the lock of version 0.5.0, a file with the process id, while that process runs', async () => {
  const child = await start();
  await writeFile(`${file}.lock`, `${child.pid}\n`);
  await expect(StateFile.open(file)).rejects.toThrow(`Process ${child.pid} uses`);
  await kill(child);
  await (await StateFile.open(file)).close();
  expect(await readdir(folder)).toEqual([]);
});

it('of a dead process of version 0.5.0 is taken over by exactly one of several processes that start at the same time', async () => {
  const died = await start();
  await kill(died);
  const processes = await Promise.all(Array.from({ length: 4 }, start));
  for (let round = 0; round < 8; round += 1) {
    await writeFile(`${file}.lock`, `${died.pid}\n`);
    const owner = await openedBy(processes);
    await kill(processes[owner] as ChildProcess);
    processes[owner] = await start();
    await rm(`${file}.lock`, { recursive: true });
  }
});

const first = { taskId: 'first', attempt: 1 };
const second = { taskId: 'second', attempt: 1 };
const written = async () => JSON.parse(await readFile(file, 'utf8')).attempts;
const cannotBeWritten = () => `The state file ${file} cannot be written: EISDIR`;
/** A folder where the next version of the file would be. */
const prevent = () => mkdir(`${file}.next`);
const allow = () => rmdir(`${file}.next`);

it('is written again after a write that failed', async () => {
  const state = await StateFile.open(file);
  await prevent();
  await expect(state.add(first)).rejects.toThrow(cannotBeWritten());
  await allow();
  await state.add(second);
  expect(await written()).toEqual([first, second]);
  await state.close();
});

it('is written at the end if a removal could not be written before', async () => {
  const state = await StateFile.open(file);
  await state.add(first);
  await state.add(second);
  await prevent();
  await state.remove(first);
  expect(await written()).toEqual([first, second]);
  await allow();
  await state.close();
  expect(await written()).toEqual([second]);
});

it('says at the end that it cannot be written, and can be opened again', async () => {
  const state = await StateFile.open(file);
  await state.add(first);
  await prevent();
  await state.remove(first);
  await expect(state.close()).rejects.toThrow(cannotBeWritten());
  await allow();
  const again = await StateFile.open(file);
  expect(again.held).toEqual([first]);
  await again.close();
});
