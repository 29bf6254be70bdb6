import { expect, it } from 'vitest';
import { listenForMetrics } from '../../src/metrics/listen-for-metrics.ts';
import { Metrics } from '../../src/metrics/metrics.ts';
import { expectProblem, useApi } from '../harness.ts';

const token = 'metrics-token-of-the-tests-0123456789';
const protectedApi = useApi({ metrics: new Metrics(), metricsToken: token, rateLimitPerMinute: 600 });
const plainApi = useApi();

it('is no path of the API without METRICS_TOKEN', async () => {
  expectProblem(await plainApi().request('GET', '/metrics', { token }), 404, 'NOT_FOUND');
});

it('responds with the metrics to METRICS_TOKEN alone', async () => {
  const { apiKey } = await protectedApi().createTeam();
  for (const wrong of [undefined, `${token}x`, token.slice(1), apiKey]) {
    const reply = await protectedApi().request(
      'GET',
      '/metrics',
      wrong === undefined ? {} : { token: wrong },
    );
    expectProblem(reply, 401, 'UNAUTHENTICATED');
    expect(reply.headers.get('www-authenticate')).toBe('Bearer');
  }
  const reply = await protectedApi().request('GET', '/metrics', { token });
  expect(reply.status).toBe(200);
  expect(reply.headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8');
  expect(reply.headers.get('cache-control')).toBe('no-store');
  expect(reply.text).toContain('crewboard_http_requests_in_flight 1');
});

it('counts wrong tokens as failures of their address, which do not keep out the right one', async () => {
  const wrong = () => protectedApi().request('GET', '/metrics', { token: 'x'.repeat(40) });
  const statuses = await Promise.all(Array.from({ length: 150 }, async () => (await wrong()).status));
  expect(new Set(statuses)).toEqual(new Set([401, 429]));
  expect((await protectedApi().request('GET', '/metrics', { token })).status).toBe(200);
});

it('serves a port of its own, with and without a token, and nothing else there', async () => {
  const metrics = new Metrics();
  const local = { metrics, host: '127.0.0.1', port: 0 };
  const [open, closed] = [
    await listenForMetrics({ ...local, token: undefined }),
    await listenForMetrics({ ...local, token }),
  ];
  const statusOf = async (url: string, headers: Record<string, string> = {}) =>
    (await fetch(url, { headers })).status;
  expect(await statusOf(`${open.url}/metrics`)).toBe(200);
  expect(await statusOf(`${open.url}/livez`)).toBe(404);
  expect(await statusOf(`${closed.url}/metrics`)).toBe(401);
  expect(await statusOf(`${closed.url}/metrics`, { Authorization: `Bearer ${token}` })).toBe(200);
  await Promise.all([open.close(), closed.close()]);
});
