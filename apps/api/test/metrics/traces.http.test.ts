import { afterEach, beforeEach, expect, it } from 'vitest';
import { ApiProcess } from '../contract/support/api-process.ts';
import { useApi } from '../harness.ts';
import { calls, done } from '../support/tasks.ts';
import { createWorld, unknownId, type World } from '../support/world.ts';
import { OtlpReceiver, type ReceivedSpan } from './support/otlp-receiver.ts';

const api = useApi();
let world: World;
let receiver: OtlpReceiver;
let traced: ApiProcess;

beforeEach(async () => {
  world = await createWorld(api());
  receiver = await OtlpReceiver.start();
  traced = await ApiProcess.start(api().db.url, {
    OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url,
    OTEL_EXPORTER_OTLP_HEADERS: 'x-collector-key=of-the-test',
  });
});
afterEach(async () => {
  await traced.kill();
  await receiver.close();
});

const traceIds = {
  sampled: '4bf92f3577b34da6a3ce929d0e0e4736',
  unsampled: 'a3ce929d0e0e47364bf92f3577b34da6',
};
const callerSpanId = '00f067aa0ba902b7';

/** Sends a request to the traced process; returns its request id. */
async function send(method: string, path: string, headers: Record<string, string> = {}, body?: string) {
  const response = await fetch(`${traced.url}${path}`, {
    method,
    headers: { Authorization: `Bearer ${world.ada.token}`, 'Content-Type': 'application/json', ...headers },
    body,
  });
  await response.text();
  return { status: response.status, requestId: response.headers.get('x-request-id') };
}

const childrenOf = (parent: ReceivedSpan) =>
  receiver.spans.filter(({ parentSpanId }) => parentSpanId === parent.spanId);

it('sends a span for a request and each of its statements, below the span of the caller', async () => {
  const taskId = await api().createTask(world.team);
  await done(calls(api()).claim(world.ada.token, taskId));
  const { requestId, status } = await send(
    'POST',
    `/api/tasks/${taskId}/complete`,
    { traceparent: `00-${traceIds.sampled}-${callerSpanId}-01` },
    JSON.stringify({ result: 'known to the team alone' }),
  );
  expect(status).toBe(200);
  expect((await send('GET', `/api/tasks/${unknownId}?secret=in-the-query`)).status).toBe(400);
  const unsampled = { traceparent: `00-${traceIds.unsampled}-${callerSpanId}-00` };
  expect((await send('GET', '/api/me', unsampled)).status).toBe(200);
  await traced.stop();

  const complete = receiver.spans.find(({ name }) => name === 'POST /api/tasks/:taskId/complete');
  expect(complete).toMatchObject({
    traceId: traceIds.sampled,
    parentSpanId: callerSpanId,
    service: 'crewboard-api',
    attributes: {
      'http.request.method': 'POST',
      'http.route': '/api/tasks/:taskId/complete',
      'http.response.status_code': 200,
      'crewboard.operation': 'tasks.complete',
      'crewboard.request_id': requestId,
    },
  });
  const statements = childrenOf(complete as ReceivedSpan);
  expect(statements.length, 'the token and the task').toBeGreaterThanOrEqual(2);
  for (const { traceId, attributes } of statements) {
    expect(traceId).toBe(traceIds.sampled);
    expect(attributes).toMatchObject({ 'db.system.name': 'postgresql' });
  }
  const rejected = receiver.spans.find(({ name }) => name === 'GET /api/tasks/:taskId');
  expect(rejected).toMatchObject({
    parentSpanId: '',
    attributes: { 'http.response.status_code': 400, 'error.type': 'VALIDATION_ERROR' },
  });
  expect(receiver.headers.every((headers) => headers['x-collector-key'] === 'of-the-test')).toBe(true);
  expect(receiver.spans.filter(({ traceId }) => traceId === traceIds.unsampled)).toEqual([]);
  const withoutParent = receiver.spans.filter(({ parentSpanId }) => parentSpanId === '');
  expect(withoutParent.filter(({ attributes }) => !('http.request.method' in attributes))).toEqual([]);
  const sent = Buffer.concat(receiver.bodies).toString('latin1');
  for (const secret of [world.ada.token, 'known to the team alone', 'in-the-query', taskId]) {
    expect(sent).not.toContain(secret);
  }
});
