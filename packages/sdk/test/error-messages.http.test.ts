import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { useApi } from '../../../apps/api/test/harness.ts';
import { createWorld, type World } from '../../../apps/api/test/support/world.ts';
import { createClient, createWorker } from '../src/index.ts';

const api = useApi();
let world: World;

/** A server of pages, such as the dashboard: /pages has one for each path, /moved redirects, others are not found. */
const other = createServer(({ url }, response) => {
  if (url?.startsWith('/moved')) return response.writeHead(307, { location: '/sign-in' }).end();
  if (url?.startsWith('/gateway')) return response.writeHead(502).end();
  response.writeHead(url?.startsWith('/pages') ? 200 : 404, { 'content-type': 'text/html' });
  return response.end('<!doctype html><title>Board</title>');
});
beforeAll(async () => {
  world = await createWorld(api());
  await once(other.listen(0, '127.0.0.1'), 'listening');
});
afterAll(() => other.close());
const otherUrl = () => `http://127.0.0.1:${(other.address() as AddressInfo).port}`;

it.each([
  'crewboard',
  'localhost:4000',
  '127.0.0.1:4000',
  'ftp://example.com',
  'http://127.0.0.1:3000/t/acme?status=todo',
  '',
])('%j is no address of an API: the error names it', (url) => {
  for (const create of [createClient, createWorker]) {
    expect(() => create({ url, token: 'x', handler: async () => null })).toThrow(
      new TypeError(
        `\`url\` must be the http:// or https:// address of the API, such as http://127.0.0.1:4000, not ${JSON.stringify(url)}.`,
      ),
    );
  }
});

it('names a missing URL, and shows neither a password nor a token in its place', () => {
  const messageOf = (url?: string) => {
    try {
      createClient({ url: url as string, token: 'x' });
      return '';
    } catch (error) {
      return (error as TypeError).message;
    }
  };
  expect(messageOf()).toContain('not undefined.');
  const withPassword = Object.assign(new URL('http://127.0.0.1'), { username: 'ada', password: 'hunter2' });
  expect(messageOf(withPassword.href)).toMatch(/user name or password/);
  expect(messageOf(withPassword.href)).not.toContain('hunter2');
  expect(messageOf(world.ada.token)).toContain('not a token.');
});

const useTheApi = 'Use the address that `npm start` prints as API, such as http://127.0.0.1:4000.';
it.each([
  ['the dashboard', otherUrl, 'the response was 404'],
  ['a page of the dashboard', () => `${otherUrl()}/t/acme`, 'the response was 404'],
  ['a server of pages', () => `${otherUrl()}/pages`, 'the response is not JSON'],
  ['a redirect', () => `${otherUrl()}/moved`, 'the response was 307, a redirect'],
])('calls, events and workers name the URL of %s', async (_, urlOf, found) => {
  const url = urlOf();
  const client = createClient({ url, token: 'x' });
  const follow = async () => {
    for await (const event of client.events.follow()) throw new Error(event.type);
  };
  const work = async () => {
    await using worker = createWorker({ client, handler: async () => null });
    worker.start();
    await worker.done;
  };
  for (const run of [() => client.me(), () => client.tasks.list(), follow, work]) {
    const message = await run().then(String, (error: Error) => error.message);
    expect(message).toContain(`${url} is not the API of Crewboard: ${found}`);
    expect(message).toContain(useTheApi);
  }
});

it('names the URL of a proxy without its service, of a path, and of nothing', async () => {
  const messageAt = (url: string) => {
    const client = createClient({ url, token: world.ada.token, maxRetries: 0 });
    return client.tasks.list().then(String, (error: Error) => error.message);
  };
  expect(await messageAt(`${otherUrl()}/gateway`)).toBe(
    `502 UNKNOWN: The response of ${otherUrl()}/gateway was 502, and not of the service.`,
  );
  expect(await messageAt(`${api().url}/api`)).toContain(
    `Check \`url\`: ${api().url}/api has a path, and the address of the API usually has none.`,
  );
  expect(await messageAt('http://127.0.0.1:1')).toMatch(/^No response from http:\/\/127\.0\.0\.1:1: [^:]+$/);
});

/** What a program prints that ends with the error of a call, in each way that errors are printed. */
async function printed(call: string): Promise<string[]> {
  const program = `
    import { createClient, createWorker } from ${JSON.stringify(path.join(import.meta.dirname, '../src/index.ts'))};
    const [url, token] = process.argv.slice(1);
    const client = createClient({ url, token, maxRetries: 0 });
    ${call}`;
  const url = call.includes('nowhere') ? 'http://127.0.0.1:1' : api().url;
  const run = (text: string) =>
    promisify(execFile)(process.execPath, ['--input-type=module', '--eval', text, url, world.ada.token]).then(
      ({ stderr }) => stderr,
      ({ stderr }) => stderr,
    );
  return Promise.all([run(program), run(`process.on('uncaughtException', console.error);${program}`)]);
}

it.each([
  ['an invalid value', `await client.tasks.list({ limit: 500 })`, 'must be a whole number from 1 to 100'],
  ['an unknown task', `await client.tasks.get({ taskId: 'none' })`, '404 NOT_FOUND: '],
  ['no service', `await client.me() // nowhere`, 'bad port'],
  [
    'a worker that is not allowed',
    `await using worker = createWorker({ url, token: 'x', handler: async () => null }); worker.start(); await worker.done`,
    '401 UNAUTHENTICATED: ',
  ],
])('a program that ends with the error of %s prints each message once', async (_, call, message) => {
  for (const output of await printed(call)) expect(output.split(message), output).toHaveLength(2);
});
