import { connect, type Socket } from 'node:net';
import type { Reply } from '../harness.ts';

export type HeaderLines = [name: string, value: string][];

type WireRequest = { token?: string; headers?: HeaderLines; body?: string | Uint8Array };

/** Sends an HTTP request as the given bytes; no client normalises the path or the headers. */
export function httpRequest(method: string, path: string, request: WireRequest = {}): Buffer {
  const lines = [`${method} ${path} HTTP/1.1`];
  const headers: HeaderLines = [['Host', 'crewboard.test'], ...(request.headers ?? [])];
  if (request.token) headers.push(['Authorization', `Bearer ${request.token}`]);
  const body = Buffer.from(request.body ?? '');
  const isFramed = headers.some(([name]) => /^(content-length|transfer-encoding)$/i.test(name));
  if (request.body !== undefined && !isFramed) headers.push(['Content-Length', String(body.length)]);
  for (const [name, value] of headers) lines.push(`${name}: ${value}`);
  return Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`), body]);
}

/** The first response in `bytes` and its length; undefined while it is incomplete. */
function parseResponse(bytes: Buffer, isHead: boolean): { reply: Reply; length: number } | undefined {
  const headEnd = bytes.indexOf('\r\n\r\n');
  if (headEnd === -1) return undefined;
  const [statusLine = '', ...lines] = bytes.subarray(0, headEnd).toString('latin1').split('\r\n');
  const status = Number(/^HTTP\/1\.1 (\d{3}) .+$/.exec(statusLine)?.[1]);
  if (!status) throw new Error(`This is not an HTTP response: ${statusLine}`);
  const headers = new Headers(
    lines.map((line): [string, string] => {
      const colon = line.indexOf(':');
      return [line.slice(0, colon), line.slice(colon + 1).trim()];
    }),
  );
  const bodyLength =
    isHead || status < 200 || status === 204 ? 0 : Number(headers.get('content-length') ?? Number.NaN);
  if (Number.isNaN(bodyLength)) throw new Error(`A response without Content-Length:\n${lines.join('\n')}`);
  const length = headEnd + 4 + bodyLength;
  if (bytes.length < length) return undefined;
  const text = bytes.subarray(headEnd + 4, length).toString('utf8');
  const isJson = /json/.test(headers.get('content-type') ?? '') && text !== '';
  return { reply: { status, headers, text, body: isJson ? JSON.parse(text) : text }, length };
}

/** One TCP connection to the app, for bytes that no HTTP client would send. */
export class Wire {
  readonly #socket: Socket;
  #received: Buffer = Buffer.alloc(0);
  #ended = false;
  #wake: () => void = () => undefined;

  private constructor(socket: Socket) {
    this.#socket = socket;
    socket.on('data', (bytes) => {
      this.#received = Buffer.concat([this.#received, bytes]);
      this.#wake();
    });
    const end = () => {
      this.#ended = true;
      this.#wake();
    };
    socket.on('end', end).on('close', end);
    // A server that responds early may reset the rest of the request; the test checks its response.
    socket.on('error', end);
  }

  static open(url: string): Promise<Wire> {
    const { hostname, port } = new URL(url);
    return new Promise((resolve, reject) => {
      const socket = connect({ host: hostname, port: Number(port), allowHalfOpen: true, noDelay: true });
      socket.once('error', reject).once('connect', () => {
        socket.off('error', reject);
        resolve(new Wire(socket));
      });
    });
  }

  send(bytes: string | Uint8Array): this {
    if (this.#socket.writable) this.#socket.write(bytes);
    return this;
  }

  /** Ends the sending side and keeps reading. */
  finish(): this {
    this.#socket.end();
    return this;
  }

  /** Reads the next response; its body must be exactly as long as its Content-Length. */
  async reply({ within = 60_000, isHead = false } = {}): Promise<Reply> {
    for (;;) {
      const parsed = parseResponse(this.#received, isHead);
      if (parsed) {
        this.#received = this.#received.subarray(parsed.length);
        if (parsed.reply.status >= 200) return parsed.reply;
        continue;
      }
      if (this.#ended) throw new Error(`No complete response before the end: "${this.#received.toString()}"`);
      await this.#more(within);
    }
  }

  /** Waits until the server has closed the connection; returns the bytes that follow the last response. */
  async ended({ within = 60_000 } = {}): Promise<string> {
    while (!this.#ended) await this.#more(within);
    return this.#received.toString();
  }

  close(): void {
    this.#socket.destroy();
  }

  #more(within: number): Promise<void> {
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => reject(new Error(`Nothing was received in ${within} ms`)), within);
      this.#wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }
}

/** Sends these bytes on a new connection and reads one response. */
export async function exchange(url: string, bytes: string | Uint8Array, isHead = false): Promise<Reply> {
  const wire = await Wire.open(url);
  try {
    return await wire.send(bytes).reply({ isHead });
  } finally {
    wire.close();
  }
}
