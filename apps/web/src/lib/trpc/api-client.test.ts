import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, it, vi } from 'vitest';
import { createApiClient } from './api-client.ts';

type Answer = (response: ServerResponse) => void;

const disconnect: Answer = (response) => response.destroy();
const neverAnswer: Answer = () => undefined;
const answer =
  (status: number, body: object): Answer =>
  (response) =>
    response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body));
const rejectWith = (status: number, code: string) => {
  const problem = { status, code, title: code, detail: code };
  return answer(status, { error: { message: code, code: -32_000, data: { code, problem } } });
};
const account = { id: 'the account' };
const giveAccount = answer(200, { result: { data: account } });

const closings: (() => void)[] = [];
afterEach(() => {
  for (const close of closings.splice(0)) close();
  vi.unstubAllEnvs();
});

/** A client of an API that answers the first requests with these answers, and the next ones never. */
async function clientOf(answers: Answer[]) {
  const received: (string | undefined)[] = [];
  const server = createServer((request, response) => {
    received.push(request.method);
    (answers.shift() ?? neverAnswer)(response);
  });
  closings.push(() => server.close().closeAllConnections());
  await once(server.listen(0, '127.0.0.1'), 'listening');
  vi.stubEnv('API_URL', `http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  vi.stubEnv('APP_SECRET', 'a secret of at least 32 characters');
  return { client: createApiClient('token'), received };
}

it.each([
  ['ends the connection', disconnect],
  ['is busy', rejectWith(503, 'UNAVAILABLE')],
  ['does not answer in time', neverAnswer],
])('repeats a query once when the API %s', async (_, first) => {
  const { client, received } = await clientOf([first, giveAccount]);
  await expect(client.accounts.me.query()).resolves.toEqual(account);
  expect(received).toEqual(['GET', 'GET']);
});

it('repeats a query no second time', async () => {
  const { client, received } = await clientOf([disconnect, disconnect, giveAccount]);
  await expect(client.accounts.me.query()).rejects.toThrow();
  expect(received).toEqual(['GET', 'GET']);
});

it('repeats no query that the API has rejected', async () => {
  const { client, received } = await clientOf([rejectWith(401, 'UNAUTHENTICATED'), giveAccount]);
  await expect(client.accounts.me.query()).rejects.toThrow('UNAUTHENTICATED');
  expect(received).toEqual(['GET']);
});

it('repeats no mutation: it may have been carried out', async () => {
  const { client, received } = await clientOf([disconnect, giveAccount]);
  await expect(client.accounts.signOut.mutate()).rejects.toThrow();
  expect(received).toEqual(['POST']);
});
