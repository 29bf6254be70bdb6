import type { Reply } from '../harness.ts';

/** The parts of a response that are the same for two requests: all but the request id, the date and the given ids. */
export function withoutRequest({ status, headers, text }: Reply, ids: string[] = []) {
  const requestId = headers.get('x-request-id') ?? '';
  const kept = [...headers].filter(([name]) => !['x-request-id', 'date'].includes(name));
  const body = [requestId, ...ids].reduce((masked, id) => (id ? masked.replaceAll(id, '…') : masked), text);
  return { status, headers: kept, body };
}
