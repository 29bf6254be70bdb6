import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createInterface } from 'node:readline';
import { PassThrough } from 'node:stream';
import { expect, it, onTestFinished } from 'vitest';
import { forwardStdio } from '../src/mcp/forward-stdio.ts';

/** What a request gets, up to an error, where the server or a proxy before it responds so. */
async function forwardTo(respond: (response: ServerResponse) => void): Promise<unknown[]> {
  const server = createServer((_request, response) => respond(response)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const [input, output] = [new PassThrough(), new PassThrough()];
  onTestFinished(() => {
    server.close();
  });
  const forwarded = forwardStdio({ url, token: 'cb_agent_x', input, output });
  input.write('{"jsonrpc":"2.0","id":7,"method":"tools/list"}\n');
  const messages: { error?: object }[] = [];
  for await (const line of createInterface({ input: output })) {
    messages.push(JSON.parse(line));
    if (messages.at(-1)?.error) break;
  }
  input.end();
  await forwarded;
  return messages;
}

const stream = { 'Content-Type': 'text/event-stream' };
const progress = '{"jsonrpc":"2.0","method":"notifications/progress","params":{}}';

const afterLostResponse = 'The request may have had an effect: check that before you send it again.';
const errorOf = (text: string) => {
  const message = expect.stringMatching(new RegExp(`^http://127\\.0\\.0\\.1:\\d+ ${text}$`));
  return { jsonrpc: '2.0', id: 7, error: { code: -32_000, message } };
};

it.each<[string, (response: ServerResponse) => void, unknown[]]>([
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
