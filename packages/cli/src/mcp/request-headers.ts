/** A JSON-RPC message of a client. */
export type Message = {
  id?: string | number;
  method?: string;
  params?: { _meta?: Record<string, unknown>; name?: unknown; uri?: unknown; requestId?: unknown };
};

const versionKey = 'io.modelcontextprotocol/protocolVersion';

/** Encodes a text that is not visible ASCII (MCP 2026-07-28, Streamable HTTP, Request Headers). */
function headerValue(text: string): string {
  const isPlain = /^[!-~]([ -~]*[!-~])?$/.test(text) && !text.startsWith('=?base64?');
  return isPlain ? text : `=?base64?${Buffer.from(text).toString('base64')}?=`;
}

/** The headers of a request with streamable HTTP. `negotiatedVersion` is the version of an earlier `initialize`. */
export function requestHeaders(
  { method, params }: Message,
  token: string,
  negotiatedVersion: string | undefined,
): Record<string, string> {
  const version = params?._meta?.[versionKey];
  const name = params?.name ?? params?.uri;
  return {
    Authorization: `Bearer ${token}`,
    'Content-Type': 'application/json',
    Accept: 'application/json, text/event-stream',
    ...(negotiatedVersion !== undefined && { 'MCP-Protocol-Version': negotiatedVersion }),
    ...(typeof version === 'string' && {
      'MCP-Protocol-Version': version,
      ...(method !== undefined && { 'Mcp-Method': headerValue(method) }),
      ...(typeof name === 'string' && { 'Mcp-Name': headerValue(name) }),
    }),
  };
}
