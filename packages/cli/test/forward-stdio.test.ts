import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createInterface } from 'node:readline';
import { PassThrough } from 'node:stream';
import { expect, it, onTestFinished } from 'vitest';
import { forwardStdio } from '../src/mcp/forward-stdio.ts';

type Respond = (response: ServerResponse) => void;

/**
 * What a message gets, where the server or a proxy before it responds so: the lines before those of a later request.
 */
async function forwardTo(respond: Respond, message: object = request): Promise<unknown[]> {
  const [input, output] = [new PassThrough(), new PassThrough()];
  const send = (sent: object) => input.write(`${JSON.stringify(sent)}\n`);
  const later = { jsonrpc: '2.0', id: 8, result: {} };
  let isLater = false;
  const server = createServer((_request, response) => {
    if (isLater) return response.end(JSON.stringify(later));
    isLater = true;
    response.on('close', () => send({ jsonrpc: '2.0', id: later.id, method: 'ping' }));
    return respond(response);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  onTestFinished(() => {
    server.close();
  });
  const forwarded = forwardStdio({ url, token: 'cb_agent_x', input, output });
  send(message);
  const messages: unknown[] = [];
  for await (const line of createInterface({ input: output })) {
    const received = JSON.parse(line);
    if (received.id === later.id) break;
    messages.push(received);
  }
  input.end();
  await forwarded;
  return messages;
}

const request = { jsonrpc: '2.0', id: 7, method: 'tools/list' };
const stream = { 'Content-Type': 'text/event-stream' };
const progress = '{"jsonrpc":"2.0","method":"notifications/progress","params":{}}';

const answer = '{"jsonrpc":"2.0","id":7,"result":{"tools":[]}}';

const afterLostResponse = 'The request may have had an effect: check that before you send it again.';
const errorOf = (text: string) => {
  const message = expect.stringMatching(new RegExp(`^http://127\\.0\\.0\\.1:\\d+ ${text}$`));
  return { jsonrpc: '2.0', id: 7, error: { code: -32_000, message } };
};

it.each<[string, Respond, unknown[]]>([
  ['an empty stream', (response) => response.writeHead(200, stream).end(': ping\n'), []],
  [
    'a stream of other messages',
    (response) => response.writeHead(200, stream).end(`data: ${progress}\n\n`),
    [JSON.parse(progress)],
  ],
])('the response to a request is an error after %s', async (_, respond, others) => {
  const error = errorOf(`closed the connection before its response. ${afterLostResponse}`);
  expect(await forwardTo(respond)).toEqual([...others, error]);
});

it.each([
  [202, '', ` ${afterLostResponse}`],
  [308, '', ''],
  [401, '', ''],
  [502, '', ` ${afterLostResponse}`],
  [200, '<title>Sign in</title>', ` ${afterLostResponse}`],
  [404, '<title>Not found</title>', ''],
])(
  'the error after %s with the body "%s" names the status, and an effect only if there may be one',
  async (status, body, warning) => {
    const error = errorOf(`responded with ${status} and no message.${warning}`);
    expect(await forwardTo((response) => response.writeHead(status).end(body))).toEqual([error]);
  },
);

it.each<[string, Respond]>([
  ['a stream that breaks', (response) => response.write(`data: ${answer}\n\n`, () => response.destroy())],
  ['a stream with a line that is no message', (response) => response.end(`data: ${answer}\n\ndata: {\n\n`)],
])('a request whose response came before %s gets that alone', async (_, respond) => {
  const messages = await forwardTo((response) => respond(response.writeHead(200, stream)));
  expect(messages).toEqual([JSON.parse(answer)]);
});

it.each([
  [200, '{"status":"ok"}'],
  [200, progress],
  [403, '{"code":"blocked"}'],
])('a request gets an error after %s with the body %s, which is no response to it', async (status, body) => {
  const messages = await forwardTo((response) => response.writeHead(status).end(body));
  expect(messages.at(-1)).toEqual({ jsonrpc: '2.0', id: 7, error: expect.any(Object) });
});

it.each([
  ['a response of the client', { jsonrpc: '2.0', id: 7, result: {} }],
  ['a notification', { jsonrpc: '2.0', method: 'notifications/initialized' }],
])('%s that gets lost has no response', async (_, message) => {
  expect(await forwardTo((response) => response.destroy(), message)).toEqual([]);
});

it('a line with several messages gets an error', async () => {
  const [input, output] = [new PassThrough(), new PassThrough()];
  input.end(`${JSON.stringify([request])}\n`);
  await forwardStdio({ url: 'http://127.0.0.1:9', token: 'cb_agent_x', input, output });
  expect(JSON.parse(String(output.read()))).toMatchObject({ id: null, error: { code: -32_600 } });
});
