import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createSession } from '../fixtures/people.ts';
import { expect, test } from '../fixtures/test.ts';
import { readServiceAddress } from '../service/address.ts';
import { openGate } from '../service/api-gate.ts';
import { startApi } from '../service/start-api.ts';
import { startWeb } from '../service/start-web.ts';

const { appSecret, databaseUrl } = readServiceAddress();
const token = 'a-token-of-the-tests-long-enough-for-it';

type Line = { level: number; time: number; msg: string; component: string } & Record<string, unknown>;

/** Without a last line that is still being written. */
const linesOf = async (logFile: string): Promise<Line[]> =>
  (await readFile(logFile, 'utf8'))
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line));

const readMetrics = (webUrl: string, authorization?: string, method = 'GET') =>
  fetch(`${webUrl}/metrics`, { method, headers: authorization ? { Authorization: authorization } : {} });

test('has no /metrics without METRICS_TOKEN', async ({ baseURL }) => {
  expect((await readMetrics(baseURL ?? '', `Bearer ${token}`)).status).toBe(404);
});

test('serves its metrics to the holder of METRICS_TOKEN alone, logs JSON from its first line, and failed requests with the id under which the API logs them', async ({
  account,
  db,
}, { outputDir }) => {
  const [webLog, apiLog] = [join(outputDir, 'web.log'), join(outputDir, 'api.log')];
  const gate = await openGate(`http://${new URL(databaseUrl).host}`);
  const throughGate = Object.assign(new URL(databaseUrl), { host: new URL(gate.url).host }).href;
  const api = await startApi({ databaseUrl: throughGate, appSecret, logFile: apiLog });
  const env = { METRICS_TOKEN: token };
  const web = await startWeb({ apiUrl: api.apiUrl, appSecret, logFile: webLog, env });
  const cookie = await createSession(db, await account('member'), appSecret);
  const headers = { Cookie: `${cookie.name}=${cookie.value}` };
  const call = () => fetch(`${web.webUrl}/api/trpc/accounts.me`, { headers });

  await test.step('serves its metrics to the holder of METRICS_TOKEN alone', async () => {
    const denied = [
      await readMetrics(web.webUrl),
      await readMetrics(web.webUrl, `Bearer ${token}x`),
      await readMetrics(web.webUrl, `Basic ${token}`),
      await readMetrics(web.webUrl, `Bearer ${token}`, 'POST'),
    ];
    expect(denied.map(({ status }) => status)).toEqual([401, 401, 401, 405]);
    expect(await denied[0]?.text()).not.toContain('crewboard_');

    expect((await call()).status).toBe(200);
    expect((await fetch(`${web.webUrl}/api/trpc/tasks.get`, { headers })).status).toBe(404);
    expect((await fetch(`${web.webUrl}/api/auth/csrf`)).status).toBe(200);
    const samples = [
      'crewboard_web_requests_total{route="call",status="200"} 1',
      'crewboard_web_requests_total{route="call",status="404"} 1',
      'crewboard_web_requests_total{route="auth",status="200"} 1',
      'crewboard_web_request_duration_seconds_count{route="call"} 2',
      'crewboard_web_api_calls_total{outcome="rejected"} 1',
      'crewboard_web_requests_in_flight 0',
    ];
    let text = '';
    // A request is counted when its response was sent, which may be after the client has it.
    await expect(async () => {
      text = await (await readMetrics(web.webUrl, `Bearer ${token}`)).text();
      for (const sample of samples) expect(text).toContain(`\n${sample}\n`);
    }).toPass();
    expect(text).toMatch(/^crewboard_web_api_calls_total\{outcome="succeeded"\} [1-9]/m);
    expect(text).toMatch(/^crewboard_build_info\{version="[\d.]+",commit="\w+"\} 1$/m);
    expect(text).toMatch(/^process_resident_memory_bytes \d/m);
  });

  await test.step('logs failed requests with the id under which the API logs them', async () => {
    await gate.shut();
    const failed = await call();
    expect(failed.status).toBe(503);
    expect(failed.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
    const linesAbout = async (file: string) =>
      (await linesOf(file)).filter(({ reqId }) => reqId === failed.headers.get('x-request-id'));
    await expect
      .poll(() => linesAbout(webLog))
      .toEqual([
        expect.objectContaining({
          ...{
            level: 50,
            msg: 'a call to the API failed',
            method: 'GET',
            path: '/trpc/accounts.me',
            status: 503,
          },
        }),
        expect.objectContaining({
          ...{
            level: 50,
            msg: 'the request failed',
            method: 'GET',
            path: '/api/trpc/accounts.me',
            status: 503,
          },
          route: 'call',
        }),
      ]);
    await expect.poll(() => linesAbout(apiLog)).not.toEqual([]);
    await api.stop();
    expect((await call()).status).toBe(503);
    const messages = async () =>
      (await linesOf(webLog)).filter(({ level }) => level === 50).map(({ msg }) => msg);
    const ofEach = ['a call to the API failed', 'the request failed'];
    await expect.poll(messages).toEqual([...ofEach, ...ofEach]);
  });

  await web.stop();
  const lines = await linesOf(webLog);
  expect(lines[0]?.msg).toContain('Next.js');
  expect(lines.some(({ msg }) => msg.includes('starting the web server'))).toBe(true);
  expect(lines.some(({ msg }) => msg.includes('Ready in'))).toBe(true);
  expect(lines.at(-1)?.msg).toContain('Stopping the web server');
  for (const { level, time, component } of lines) {
    expect([typeof level, typeof time, component]).toEqual(['number', 'number', 'web']);
  }
  await gate.shut();
});
