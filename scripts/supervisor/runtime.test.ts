import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { identifyProcess, isAlive, isRunning } from './processes.mjs';
import { claimDataDir, type Runtime, releaseDataDir, writeRuntime } from './runtime.mjs';
import { readSettings } from './settings.mjs';

const settings = readSettings({});
let dataDir: string;
let runtimeFile: string;
let others: ChildProcess[];

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'crewboard-runtime-'));
  runtimeFile = join(dataDir, 'runtime.json');
  others = [];
});

afterEach(async () => {
  for (const other of others) other.kill('SIGKILL');
  await rm(dataDir, { recursive: true });
});

function startAnotherProcess(): number {
  const other = spawn('sleep', ['60'], { detached: true, stdio: 'ignore' });
  others.push(other);
  return other.pid as number;
}

function leaveRuntime(changes: Partial<Runtime>): void {
  const { apiUrl, webUrl, apiPort, webPort } = settings;
  const addresses = { apiUrl, webUrl, apiPort, webPort };
  writeRuntime(dataDir, {
    ...identifyProcess(process.pid),
    startedAt: '',
    ...addresses,
    children: {},
    ...changes,
  });
}

async function readRuntimeFile(): Promise<Runtime> {
  return JSON.parse(await readFile(runtimeFile, 'utf8'));
}

test('writes a lock file that only its owner can read, until the folder is released', async () => {
  await claimDataDir(dataDir, settings);
  expect(await readRuntimeFile()).toMatchObject({ pid: process.pid, apiUrl: 'http://127.0.0.1:4000' });
  expect((await stat(runtimeFile)).mode & 0o777).toBe(0o600);

  releaseDataDir(dataDir);
  await expect(readRuntimeFile()).rejects.toThrow('ENOENT');
});

test('rejects a folder that another process has locked, with its addresses and its pid', async () => {
  const holder = identifyProcess(startAnotherProcess());
  leaveRuntime({ ...holder, webUrl: 'http://127.0.0.1:3333' });

  const claim = claimDataDir(dataDir, settings);
  await expect(claim).rejects.toThrow(/already running[\s\S]*http:\/\/127\.0\.0\.1:3333/);
  await expect(claim).rejects.toThrow(`kill ${holder.pid}`);
  releaseDataDir(dataDir);
  expect(await readRuntimeFile()).toMatchObject(holder);
});

test('takes over the lock of its parent process', async () => {
  leaveRuntime(identifyProcess(process.ppid));
  await claimDataDir(dataDir, settings);
  expect(await readRuntimeFile()).toMatchObject({ pid: process.pid });
});

test.each([
  [
    'a pid that is another program by now',
    () => leaveRuntime({ pid: startAnotherProcess(), started: 'long ago' }),
  ],
  ['a crash of the machine while it was written', () => writeFile(runtimeFile, '{"pid":')],
])('a lock does not prevent a start after %s', async (_, leave) => {
  await leave();
  await claimDataDir(dataDir, settings);
  expect(await readRuntimeFile()).toMatchObject({ pid: process.pid });
});

test('removes the drafts of processes that have ended, and no other file', async () => {
  const running = startAnotherProcess();
  const ended = startAnotherProcess();
  process.kill(ended, 'SIGKILL');
  await expect.poll(() => isRunning(ended)).toBe(false);
  const left = ['runtime.json', 'app-secret', 'installation-id', 'postgres-application-password'];
  for (const name of left) await writeFile(join(dataDir, `${name}.${ended}`), '{"pid":');
  await writeFile(join(dataDir, `runtime.json.${ended}.old`), '');
  const others = [`runtime.json.${running}`, 'app-secret', `postgres.${ended}`];
  for (const name of others) await writeFile(join(dataDir, name), '');
  await claimDataDir(dataDir, settings);
  expect((await readdir(dataDir)).sort()).toEqual([...others, 'runtime.json'].sort());
});

test('ends processes that a killed start left running, but no program that only reuses a pid', async () => {
  const orphans = ['web', 'worker', 'api', 'database'].map(
    (name) => [name, identifyProcess(startAnotherProcess())] as const,
  );
  const otherProcess = identifyProcess(startAnotherProcess());
  const children = { ...Object.fromEntries(orphans), build: { ...otherProcess, started: 'long ago' } };
  leaveRuntime({ started: 'long ago', children });

  await claimDataDir(dataDir, settings);
  expect(orphans.filter(([, orphan]) => isAlive(orphan))).toEqual([]);
  expect(isAlive(otherProcess)).toBe(true);
});

test('ends the build that a killed start left running, and waits for the tools that end it', async () => {
  // As npx and turbo: the leader ends at once, and the other one once it has ended what it has started.
  const tool = `trap 'sleep 0.5; touch ended; exit' TERM; echo running; while :; do sleep 0.05; done`;
  const build = spawn('sh', ['-c', `(${tool}) & wait`], {
    cwd: dataDir,
    detached: true,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  others.push(build);
  await once(createInterface({ input: build.stdout }), 'line');
  leaveRuntime({ started: 'long ago', children: { build: identifyProcess(build.pid as number) } });
  await claimDataDir(dataDir, settings);
  expect(await readdir(dataDir)).toContain('ended');
});

test('lets exactly one of eight concurrent starts replace a stale lock', async () => {
  leaveRuntime({ started: 'long ago' });
  const program = `
    import { claimDataDir } from ${JSON.stringify(join(import.meta.dirname, 'runtime.mjs'))};
    await claimDataDir(${JSON.stringify(dataDir)}, ${JSON.stringify(settings)})
      .then(() => console.log('mine'), () => console.log('rejected'));
    setInterval(() => {}, 1000);`;
  const results = Array.from({ length: 8 }, async () => {
    const other = spawn(process.execPath, ['--input-type=module', '-e', program], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    others.push(other);
    const [line] = await once(createInterface({ input: other.stdout }), 'line');
    return line;
  });
  expect((await Promise.all(results)).filter((result) => result === 'mine')).toHaveLength(1);
});
