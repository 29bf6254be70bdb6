import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { findFreePort } from '../../packages/db/src/embedded/free-port.ts';
import { keepRunning, type ServiceSupervisor } from './keep-running.ts';
import { openLogFile } from './log-folder.ts';
import { nodeService } from './node-service.ts';
import { identifyProcess, isAlive } from './processes.mjs';
import type { Exit, Instance, Service } from './service.ts';

const SERVER = `
  import { createServer } from 'node:http';
  createServer((_, response) => response.end()).listen(process.env.PORT, '127.0.0.1');`;

/** Before the first restart; it doubles with each one. */
const restartDelayMs = 10;

let folder: string;
let supervisor: ServiceSupervisor | undefined;
const hooks = { onLaunch: vi.fn(), onExit: vi.fn(), onRestartFailed: vi.fn(), onRecovered: vi.fn() };

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'crewboard-service-'));
  supervisor = undefined;
  for (const hook of Object.values(hooks)) hook.mockReset();
});

afterEach(async () => {
  await supervisor?.stop();
  await rm(folder, { recursive: true });
});

async function keep(program: string): Promise<ServiceSupervisor> {
  const script = join(folder, 'service.mjs');
  await writeFile(script, program);
  const port = await findFreePort();
  supervisor = keepRunning(
    nodeService({
      name: 'api',
      title: 'API',
      program: { script },
      env: { ...process.env, PORT: String(port) },
      log: openLogFile(join(folder, 'api.log')),
      ready: { url: `http://127.0.0.1:${port}`, isReady: (status) => status === 200 },
      stopTimeoutMs: 500,
    }),
    hooks,
    restartDelayMs,
  );
  return supervisor;
}

/** An instance that is ready at once, and exits at once or when it is stopped. */
function instanceThat({ exits: code }: { exits?: number }): Instance {
  const exited = Promise.withResolvers<Exit>();
  if (code !== undefined) exited.resolve({ code, signal: null });
  const stop = () => exited.resolve({ code: 0, signal: null });
  return { pid: 1, ready: Promise.resolve(), exited: exited.promise, stop: async () => stop(), kill: stop };
}

const lastPid = (): number => hooks.onLaunch.mock.lastCall?.[0];

test('restarts a killed service, which becomes ready again', async () => {
  const { firstReady } = await keep(SERVER);
  await firstReady;
  const first = lastPid();
  process.kill(first, 'SIGKILL');

  await expect.poll(() => hooks.onRecovered).toHaveBeenCalledOnce();
  expect(hooks.onExit).toHaveBeenCalledExactlyOnceWith('was ended by SIGKILL');
  expect(lastPid()).not.toBe(first);
});

test('reports each new reason why a service that was ready cannot start again', async () => {
  const service: Service = {
    ...{ name: 'database', title: 'database', logFile: join(folder, 'database.log') },
    launch: vi
      .fn<Service['launch']>()
      .mockResolvedValueOnce(instanceThat({ exits: 1 }))
      .mockRejectedValueOnce(new Error('The disk is full.'))
      .mockRejectedValueOnce(new Error('The disk is full.'))
      .mockRejectedValueOnce(new Error('The files are damaged.'))
      .mockResolvedValueOnce(instanceThat({})),
  };
  supervisor = keepRunning(service, hooks, restartDelayMs);
  await expect.poll(() => hooks.onRecovered).toHaveBeenCalledOnce();
  expect(hooks.onExit).toHaveBeenCalledExactlyOnceWith('ended with code 1');
  expect(hooks.onRestartFailed.mock.calls).toEqual([['The disk is full.'], ['The files are damaged.']]);
});

test('stops restarting a service that never becomes ready, and reports the end of its log', async () => {
  const { firstReady } = await keep(`console.error('no such setting'); process.exit(3);`);
  await expect(firstReady).rejects.toThrow(/API ended with code 3, 5 times[\s\S]*no such setting/);
  expect(hooks.onLaunch).toHaveBeenCalledTimes(5);
});

test('kills a service that ignores the signal to stop', async () => {
  const { firstReady, stop } = await keep(`process.on('SIGTERM', () => {}); ${SERVER}`);
  await firstReady;
  const service = identifyProcess(lastPid());
  await stop();
  expect(isAlive(service)).toBe(false);
  expect(hooks.onExit).not.toHaveBeenCalled();
});

test('ends a service when its supervisor is killed', async () => {
  const script = join(folder, 'service.mjs');
  await writeFile(script, 'setInterval(() => {}, 1000);');
  const preload = join(import.meta.dirname, 'exit-with-parent.mjs');
  const supervisor = spawn(
    process.execPath,
    [
      '--input-type=module',
      '-e',
      `import { spawn } from 'node:child_process';
       const args = ['--import', ${JSON.stringify(preload)}, ${JSON.stringify(script)}];
       const options = { detached: true, stdio: ['ignore', 'ignore', 'ignore', 'ipc'] };
       const service = spawn(process.execPath, args, options);
       setTimeout(() => console.log(service.pid), 500);`,
    ],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );
  const [line] = await once(createInterface({ input: supervisor.stdout }), 'line');
  const service = identifyProcess(Number(line));
  expect(isAlive(service)).toBe(true);

  supervisor.kill('SIGKILL');
  await expect.poll(() => isAlive(service)).toBe(false);
});
