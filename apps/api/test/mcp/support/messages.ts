import type { Reply, TestApi } from '../../harness.ts';

const legacyHeaders = {
  Accept: 'application/json, text/event-stream',
  'MCP-Protocol-Version': '2025-11-25',
};

export const toolCall = (name: string, args: Record<string, unknown> = {}, id: unknown = 1) => ({
  ...{ jsonrpc: '2.0', id, method: 'tools/call' },
  params: { name, arguments: args },
});

type Options = { token?: string; body?: unknown; rawBody?: string; headers?: Record<string, string> };

/** One message as a client of 2025 sends it. */
export const post = (api: TestApi, { headers, ...options }: Options): Promise<Reply> =>
  api.request('POST', '/mcp', { ...options, headers: { ...legacyHeaders, ...headers } });
