import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { chmod, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { findFreePort } from '../packages/db/src/embedded/free-port.ts';
import { makeClusterFolder } from '../packages/db/src/testing/make-cluster-folder.ts';
import { projectRoot } from './setup/project.mjs';
import { isAlive, type ProcessIdentity } from './supervisor/processes.mjs';

test('pnpm dev serves the API and pages from the sources, shows an account, and ends with all its processes', async () => {
  const dataDir = await makeClusterFolder('crewboard-dev-');
  await chmod(dataDir, 0o755);
  const [apiPort, webPort] = [await findFreePort(), await findFreePort()];
  const settings = { DATA_DIR: dataDir, HOST: '', API_PORT: String(apiPort), WEB_PORT: String(webPort) };
  // Vitest sets NODE_ENV.
  const { NODE_ENV: _, DATABASE_URL: __, ...inherited } = process.env;
  const dev = spawn(process.execPath, ['scripts/start.mjs', '--dev'], {
    cwd: projectRoot,
    env: { ...inherited, ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = once(dev, 'close');
  onTestFinished(async () => {
    dev.kill('SIGTERM');
    await ended;
    await rm(dataDir, { recursive: true, force: true });
  });
  let shown = '';
  for (const stream of [dev.stdout, dev.stderr]) stream.on('data', (text) => (shown += text));
  await expect.poll(() => shown, { timeout: 240_000 }).toMatch(/is running|Shutdown/);
  expect(shown).toContain('is running');

  const signIn = JSON.parse(readFileSync(join(dataDir, 'sign-in.json'), 'utf8'));
  expect(shown).toMatch(/^api +│ .*Server listening/m);
  for (const text of [`http://127.0.0.1:${webPort}`, signIn.email, signIn.password]) {
    expect(shown).toContain(text);
  }
  const me = await fetch(`http://127.0.0.1:${apiPort}/api/me`);
  expect(me.status).toBe(401);
  // Answered by src/proxy.ts: rendering a page would cost more processor time than all of the rest.
  const board = await fetch(`http://127.0.0.1:${webPort}/t/team/board`, { redirect: 'manual' });
  expect(board.headers.get('location')).toContain('/sign-in?');

  const { children } = JSON.parse(readFileSync(join(dataDir, 'runtime.json'), 'utf8'));
  const processes: ProcessIdentity[] = Object.values(children);
  expect(processes.filter(isAlive)).toHaveLength(3);
  dev.kill('SIGINT');
  expect(await ended).toEqual([0, null]);
  expect(processes.filter(isAlive)).toEqual([]);
  await expect(fetch(me.url)).rejects.toThrow();
  await expect(fetch(board.url)).rejects.toThrow();
}, 300_000);
