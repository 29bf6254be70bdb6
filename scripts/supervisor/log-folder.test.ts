import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { LogFolder } from './log-folder.ts';
import { nodeService } from './node-service.ts';

const MIB = 1024 * 1024;
const MAX_MB = 10;

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'crewboard-logs-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const files = () => readdirSync(folder).filter((name) => /\.log/.test(name));
const sizeOf = (name: string) => statSync(join(folder, name)).size;
const totalSize = () => files().reduce((total, name) => total + sizeOf(name), 0);

/** The lines of a service from all its files, oldest first. A kill during a rotation leaves rotated files only. */
function linesOf(service: string): string[] {
  const rotated = files()
    .filter((name) => name.startsWith(`${service}.log.`))
    .sort();
  const open = files().filter((name) => name === `${service}.log`);
  const text = [...rotated, ...open].map((name) => readFileSync(join(folder, name), 'utf8')).join('');
  return text.split('\n').slice(0, -1);
}

const padding = 'x'.repeat(180);
const line = (number: number) => `${number} ${padding}`;
const numbersOf = (lines: string[]) => lines.map((text) => Number(text.split(' ')[0]));
const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => from + index);

/** A Node program as the supervisor runs one. */
async function launch(program: string, logs = new LogFolder(folder, MAX_MB)) {
  const script = join(folder, 'program.mjs');
  await writeFile(script, program);
  const service = nodeService({
    name: 'api',
    title: 'API',
    program: { script },
    env: process.env,
    log: logs.open('api'),
    ready: 'message',
    stopTimeoutMs: 1_000,
  });
  const instance = await service.launch();
  // The programs of these tests exit by themselves, most of them before they are ready.
  instance.ready.catch(() => undefined);
  return instance;
}

const printing = (from: number, to: number) => `
  import { writeSync } from 'node:fs';
  for (let number = ${from}; number <= ${to}; number += 1) writeSync(1, \`\${number} ${padding}\\n\`);`;

test('rotates by size and loses no line of what a program prints', async () => {
  const { exited } = await launch(printing(1, 30_000));
  expect(await exited).toEqual({ code: 0, signal: null });
  const lines = linesOf('api');
  expect(numbersOf(lines)).toEqual(range(1, 30_000));
  expect(lines.every((text) => text.endsWith(padding))).toBe(true);
  expect(files().length).toBeGreaterThan(5);
  for (const name of files()) expect(sizeOf(name)).toBeLessThanOrEqual((MAX_MB * MIB) / 20);
});

test('keeps the newest lines of all services within one bound, including older files', () => {
  writeFileSync(join(folder, 'install.log'), 'old');
  truncateSync(join(folder, 'install.log'), 50 * MIB);
  writeFileSync(join(folder, 'worker.log.1'), 'x'.repeat(MIB));
  writeFileSync(join(folder, 'notes.txt'), 'not a log');
  const logs = new LogFolder(folder, MAX_MB);
  const [api, web] = [logs.open('api'), logs.open('web')];
  expect(totalSize()).toBeLessThanOrEqual(MAX_MB * MIB);
  let largest = 0;
  for (let number = 1; number <= 100_000; number += 1) {
    api.write(`${line(number)}\n`);
    if (number % 10 === 0) web.write(`${line(number / 10)}\n`);
    if (number % 500 === 0) largest = Math.max(largest, totalSize());
  }
  expect(largest).toBeLessThanOrEqual(MAX_MB * MIB);
  expect(largest).toBeGreaterThan(0.8 * MAX_MB * MIB);
  const kept = numbersOf(linesOf('api'));
  expect(kept).toEqual(range(kept[0] ?? 0, 100_000));
  const keptOfWeb = numbersOf(linesOf('web'));
  expect(keptOfWeb).toEqual(range(keptOfWeb[0] ?? 0, 10_000));
  expect(readFileSync(join(folder, 'notes.txt'), 'utf8')).toBe('not a log');
  for (const log of [api, web]) log.close();
});

test('logs everything that a program printed before it was killed', async () => {
  const { exited } = await launch(`${printing(1, 5_000)} process.kill(process.pid, 'SIGKILL');`);
  expect(await exited).toEqual({ code: null, signal: 'SIGKILL' });
  expect(numbersOf(linesOf('api'))).toEqual(range(1, 5_000));
});

test('keeps whole lines after kill -9 of the logger, and the next start stays within the limit', async () => {
  const program = `
    const { LogFolder } = await import(${JSON.stringify(`${import.meta.dirname}/log-folder.ts`)});
    const log = new LogFolder(${JSON.stringify(folder)}, ${MAX_MB}).open('api');
    let number = Number(process.argv[1]);
    const write = () => {
      for (let count = 0; count < 2_000; count += 1) log.write(\`\${(number += 1)} ${padding}\\n\`);
      process.send(number);
      setImmediate(write);
    };
    write();`;
  let last = 0;
  for (let round = 0; round < 4; round += 1) {
    const logger = spawn(process.execPath, ['--input-type=module', '-e', program, String(last)], {
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    });
    let acknowledged = last;
    logger.on('message', (number: number) => {
      acknowledged = number;
    });
    await expect.poll(() => acknowledged - last, { interval: 5 }).toBeGreaterThan(5_000);
    logger.kill('SIGKILL');
    await once(logger, 'exit');
    expect(totalSize()).toBeLessThanOrEqual(MAX_MB * MIB);
    const kept = numbersOf(linesOf('api'));
    // Every acknowledged line, in order and once; also those written afterwards.
    last = kept.at(-1) ?? 0;
    expect(last).toBeGreaterThanOrEqual(acknowledged);
    expect(kept).toEqual(range(kept[0] ?? 0, last));
  }
});

test('keeps the program running when the disk is full, and logs how many bytes are missing', () => {
  const logs = new LogFolder(folder, MAX_MB);
  symlinkSync('/dev/full', join(folder, 'api.log'));
  const log = logs.open('api');
  log.write('first\n');
  log.write('second\n');
  log.close();
  rmSync(join(folder, 'api.log'));
  log.write('third\n');
  log.close();
  expect(linesOf('api')).toEqual(['', '13 bytes could not be logged.', 'third']);
});

test('cuts a long line into several, without holding all of it in memory', async () => {
  const { exited } = await launch(`
    import { writeSync } from 'node:fs';
    for (let count = 0; count < 100; count += 1) writeSync(1, 'x'.repeat(10_000));
    writeSync(1, '\\nend\\n');`);
  await exited;
  const lines = linesOf('api');
  expect(lines.at(-1)).toBe('end');
  expect(lines.join('')).toBe(`${'x'.repeat(1_000_000)}end`);
});
