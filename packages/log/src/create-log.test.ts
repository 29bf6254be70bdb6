import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { expect, it } from 'vitest';

const module = JSON.stringify(path.join(import.meta.dirname, 'create-log.ts'));

/** A process that has made its log and then runs this. */
function start(program: string): ChildProcess {
  const source = `import { createLog } from ${module}; const log = createLog('test', 'info'); ${program}`;
  return spawn(process.execPath, ['--input-type=module', '--eval', source], {
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  });
}

it('writes all lines before an exit', async () => {
  const child = start(`for (let n = 1; n <= 5_000; n += 1) log.info({ n }, 'line'); process.exit(3);`);
  const exited = once(child, 'exit');
  const lines = (await text(child.stdout as NodeJS.ReadableStream)).trimEnd().split('\n');
  const numbers = lines.map((line) => JSON.parse(line).n);
  expect(numbers).toEqual(Array.from({ length: 5_000 }, (_, n) => n + 1));
  expect(await exited).toEqual([3, null]);
});

it('lets a process end although the reader of its log reads nothing', async () => {
  const child = start(`for (let n = 1; n <= 5_000; n += 1) log.info({ n }, 'line'); process.exit(3);`);
  expect(await once(child, 'exit')).toEqual([3, null]);
});

it('lets a process end whose log nobody reads any more', async () => {
  const child = start(
    `process.once('message', () => { log.info('stopping'); log.info('stopped'); process.exit(3); });
     process.send('started');`,
  );
  await once(child, 'message');
  child.stdout?.destroy();
  const exited = once(child, 'exit');
  child.send('end');
  expect(await exited).toEqual([3, null]);
});

it('keeps 16 MiB of lines for a slow reader, and does not wait for it', async () => {
  const child = start(
    `const bytes = 'x'.repeat(64 * 1024);
     for (let n = 1; n <= 400; n += 1) log.info({ n, bytes }, 'line');
     process.once('message', () => log.info({ n: 401 }, 'line'));
     process.send('logged');`,
  );
  await once(child, 'message');
  const numbers: number[] = [];
  for await (const line of createInterface({ input: child.stdout as NodeJS.ReadableStream })) {
    numbers.push(JSON.parse(line).n);
    if (numbers.length === 250) child.send('some are read');
    if (numbers.at(-1) === 401) break;
  }
  // A line has a little more than 64 KiB, and the pipe takes some too.
  const kept = numbers.length - 1;
  expect(kept).toBeGreaterThan(250);
  expect(kept).toBeLessThan(270);
  expect(numbers).toEqual([...Array.from({ length: kept }, (_, n) => n + 1), 401]);
  child.kill();
});

it('goes on without the reader of its log', async () => {
  const child = start(
    `process.on('message', () => { log.info('line'); process.send('alive'); });
     process.send('started');`,
  );
  await once(child, 'message');
  child.stdout?.destroy();
  for (let n = 0; n < 20; n += 1) {
    child.send('log');
    expect(await once(child, 'message')).toEqual(['alive', undefined]);
  }
  child.kill();
});
