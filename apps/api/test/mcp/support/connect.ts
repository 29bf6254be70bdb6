import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { onTestFinished } from 'vitest';
import type { TestApi } from '../../harness.ts';

/** The version that a client has before it negotiates: `auto` is the current one, `legacy` one of 2025. */
export type Mode = 'auto' | 'legacy';

/** The client of the SDK, connected with this token until the test ends. */
export async function connect(api: TestApi, token: string, mode: Mode = 'auto'): Promise<Client> {
  const client = new Client({ name: 'tests', version: '1.0.0' }, { versionNegotiation: { mode } });
  const headers = { Authorization: `Bearer ${token}` };
  const transport = new StreamableHTTPClientTransport(new URL(`${api.url}/mcp`), {
    requestInit: { headers },
  });
  await client.connect(transport);
  onTestFinished(() => client.close());
  return client;
}
