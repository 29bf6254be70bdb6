import { join } from 'node:path';
import { expect, test } from '../fixtures/test.ts';
import { readServiceAddress } from '../service/address.ts';
import { openGate } from '../service/api-gate.ts';
import { startApi } from '../service/start-api.ts';
import { startWeb } from '../service/start-web.ts';

// A rolling restart of web servers behind a proxy, which sends requests until its check of /readyz has failed.

test.describe.configure({ mode: 'default' });

const { apiUrl, appSecret, databaseUrl } = readServiceAddress();
const start = (outputDir: string, env: Record<string, string> = {}, url = apiUrl) =>
  startWeb({ apiUrl: url, appSecret, logFile: join(outputDir, 'web.log'), env });

async function readyz(webUrl: string) {
  const response = await fetch(`${webUrl}/readyz`);
  const { ready, checks } = await response.json();
  return { status: response.status, ready, ...checks };
}

test('is ready while it serves pages and reaches an API that does not stop, until it stops itself', async ({
  playwright: _,
}, { outputDir }) => {
  const env = { SHUTDOWN_DELAY_SECONDS: '300' };
  const api = await startApi({ databaseUrl, appSecret, logFile: join(outputDir, 'api.log'), env });
  const gate = await openGate(api.apiUrl);
  const web = await start(outputDir, env, gate.url);
  const ready = { status: 200, ready: true, pages: true, api: true, draining: false };
  const notReady = { ...ready, status: 503, ready: false, api: false };
  await expect.poll(() => readyz(web.webUrl)).toEqual(ready);

  await test.step('is not ready, but alive, without an API', async () => {
    await gate.shut();
    await expect.poll(() => readyz(web.webUrl)).toEqual(notReady);
    expect((await fetch(`${web.webUrl}/livez`)).status).toBe(200);
    expect((await fetch(`${web.webUrl}/readyz`, { method: 'POST', body: '{}' })).status).toBe(405);
    await gate.reopen();
    await expect.poll(() => readyz(web.webUrl)).toEqual(ready);
  });

  const draining = { ...ready, status: 503, ready: false, draining: true };
  await test.step('is not ready and serves pages with Connection: close after SIGTERM', async () => {
    process.kill(web.pid, 'SIGTERM');
    await expect.poll(() => readyz(web.webUrl)).toEqual(draining);
    const page = await fetch(`${web.webUrl}/sign-in`);
    expect([page.status, page.headers.get('connection')]).toEqual([200, 'close']);
  });

  await test.step('does not reach an API that begins to stop, so that no page is sent to it once that has closed', async () => {
    process.kill(api.pid, 'SIGTERM');
    await expect.poll(() => readyz(web.webUrl)).toEqual({ ...draining, api: false });
    expect((await fetch(`${web.webUrl}/sign-in`)).status).toBe(200);
  });

  await test.step('ends at a second SIGTERM', async () => {
    process.kill(web.pid, 'SIGTERM');
    expect(await web.exited).toEqual({ code: 1, signal: null });
  });
  await gate.shut();
  api.kill();
});

test('keeps idle connections for longer than nginx, so that none closes under a request', async ({
  baseURL,
}) => {
  const { headers } = await fetch(`${baseURL}/livez`);
  expect(headers.get('keep-alive')).toBe('timeout=65');
});

test('exits with 0 after the delay, and then refuses connections', async ({ playwright: _ }, {
  outputDir,
}) => {
  const web = await start(outputDir, { SHUTDOWN_DELAY_SECONDS: '1' });
  await fetch(`${web.webUrl}/sign-in`);
  process.kill(web.pid, 'SIGTERM');
  expect(await web.exited).toEqual({ code: 0, signal: null });
  const error = await fetch(`${web.webUrl}/livez`).catch(({ cause }) => cause.code);
  expect(error).toBe('ECONNREFUSED');
});
