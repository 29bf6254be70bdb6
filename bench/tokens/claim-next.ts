export type Target = { apiUrl: string; teamId: string; token: string };
type Claim = { leaseSeconds?: number; wait?: number; complete?: Record<string, unknown> };
/** Sends claim-next; resolves to what a model writes for it, and to what comes back. */
export type SendClaim = (claim: Claim) => Promise<{ body: string; text: string }>;
type ListedTool = { name: string; description: string; inputSchema: object };

async function post(url: string, token: string, body: string, headers: Record<string, string>) {
  const response = await fetch(url, {
    method: 'POST',
    headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json', ...headers },
    body,
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`The response is ${response.status}: ${text}`);
  return { body, text };
}

export const claimOverRest =
  ({ apiUrl, teamId, token }: Target, prefer?: string): SendClaim =>
  (claim) =>
    post(`${apiUrl}/api/teams/${teamId}/tasks/claim-next`, token, JSON.stringify(claim), {
      ...(prefer && { Prefer: prefer }),
    });

const _meta = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientInfo': { name: 'bench', version: '1' },
  'io.modelcontextprotocol/clientCapabilities': {},
};

export function claimOverMcp({
  apiUrl,
  token,
}: Target): SendClaim & { listTools: () => Promise<ListedTool[]> } {
  const send = (method: string, params: Record<string, unknown>) =>
    post(
      `${apiUrl}/mcp`,
      token,
      JSON.stringify({ jsonrpc: '2.0', id: 1, method, params: { ...params, _meta } }),
      {
        Accept: 'application/json, text/event-stream',
        'MCP-Protocol-Version': '2026-07-28',
        'Mcp-Method': method,
        ...(typeof params.name === 'string' && { 'Mcp-Name': params.name }),
      },
    );
  const claim: SendClaim = async (args) => {
    const { text } = await send('tools/call', { name: 'claim_next_task', arguments: args });
    // What a model writes are the arguments.
    return { body: JSON.stringify(args), text };
  };
  const listTools = async () => JSON.parse((await send('tools/list', {})).text).result.tools;
  return Object.assign(claim, { listTools });
}

/** The text of the result of a tool, which clients pass to the model; of REST the response itself. */
export function textOfResult(text: string): string {
  const parsed: { result?: { content: { text: string }[] } } = text === '' ? {} : JSON.parse(text);
  return parsed.result?.content[0]?.text ?? text;
}
