import { type CallToolResult, Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { expect, onTestFinished } from 'vitest';
import type { TestApi } from '../../harness.ts';

/** How a client negotiates: `auto` speaks the current version of the protocol, `legacy` one of 2025. */
export const modes = ['auto', 'legacy'] as const;
export type Mode = (typeof modes)[number];

type Connection = {
  client: Client;
  /** The requests that the client has sent. */
  countRequests: () => number;
  /** Calls a tool that succeeds, and returns its result. */
  call: <Result = Record<string, unknown>>(name: string, args?: Record<string, unknown>) => Promise<Result>;
  /** Calls a tool that fails, and returns its error. */
  fail: (name: string, args?: Record<string, unknown>) => Promise<Record<string, unknown>>;
};

/** The client of the SDK, connected with this token until the test ends. */
export async function connect(api: TestApi, token: string, mode: Mode = 'auto'): Promise<Connection> {
  let requests = 0;
  const client = new Client({ name: 'tests', version: '1.0.0' }, { versionNegotiation: { mode } });
  const transport = new StreamableHTTPClientTransport(new URL(`${api.url}/mcp`), {
    requestInit: { headers: { Authorization: `Bearer ${token}` } },
    fetch: (url, init) => {
      requests += 1;
      return fetch(url, init);
    },
  });
  await client.connect(transport);
  onTestFinished(() => client.close());
  const run = (name: string, args = {}) => client.callTool({ name, arguments: args });
  return {
    client,
    countRequests: () => requests,
    async call(name: string, args?: Record<string, unknown>) {
      const result = await run(name, args);
      expect(result.isError, textOf(result)).toBeFalsy();
      const text = JSON.parse(textOf(result));
      if (result.structuredContent) expect(text).toEqual(result.structuredContent);
      return text;
    },
    async fail(name, args) {
      const result = await run(name, args);
      expect(result.isError, textOf(result)).toBe(true);
      return JSON.parse(textOf(result));
    },
  };
}

/** The only text of a result. */
export function textOf({ content }: CallToolResult): string {
  expect(content).toHaveLength(1);
  return (content[0] as { text: string }).text;
}

export type ClaimResult = { task: { id: string; title: string; attempt: number } | null };
