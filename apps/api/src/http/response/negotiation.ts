import type { IncomingHttpHeaders } from 'node:http';
import Negotiator from 'negotiator';

/** A longer header is read as if it were absent: comparing thousands of ranges takes milliseconds. */
const maxHeaderLength = 1024;

const bounded = (header: string | undefined) =>
  header !== undefined && header.length <= maxHeaderLength ? header : undefined;

const eventStream = 'text/event-stream';
const responseTypes = ['application/json', eventStream, `${eventStream}; charset=utf-8`];

/**
 * Whether a client prefers server-sent events to JSON by the weights of its Accept header (RFC 9110, 12.5.1). With
 * equal weights the more specific range wins, then the first range; a header that accepts neither gets JSON.
 */
export function prefersEventStream(accept: string | undefined): boolean {
  const [preferred] = new Negotiator({ headers: { accept: bounded(accept) } }).mediaTypes(responseTypes);
  return preferred?.startsWith(eventStream) ?? false;
}

/** Whether a client prefers HTML to JSON, as browsers do. Clients that accept neither, or anything, get JSON. */
export function prefersPage(accept: string | undefined): boolean {
  const types = ['application/json', 'text/html'];
  return new Negotiator({ headers: { accept: bounded(accept) } }).mediaType(types) === 'text/html';
}

export type Encoding = 'br' | 'gzip';

/** The coding that the client prefers by its Accept-Encoding header; undefined for none. */
export function acceptedEncoding(headers: IncomingHttpHeaders): Encoding | undefined {
  const header = bounded(headers['accept-encoding']);
  if (!header) return undefined;
  const [preferred] = new Negotiator({ headers: { 'accept-encoding': header } }).encodings([
    'br',
    'gzip',
    'identity',
  ]);
  return preferred === 'br' || preferred === 'gzip' ? preferred : undefined;
}
