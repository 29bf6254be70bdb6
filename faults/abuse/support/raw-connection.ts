import { connect, type Socket } from 'node:net';

type Options = {
  url: string;
  address?: string | undefined;
  /** Whether to read the whole response, or only its beginning. */
  reads?: 'all' | 'beginning';
};

/** A connection below HTTP clients, for requests that are never finished and responses that are never read. */
export class RawConnection {
  /** Of the response; 0 before its first bytes. */
  status = 0;
  bytesRead = 0;
  /** The bytes that the kernel accepted. */
  bytesWritten = 0;
  isClosed = false;
  readonly closed: Promise<void>;
  readonly #socket: Socket;

  constructor({ url, address, reads = 'all' }: Options) {
    const { hostname, port } = new URL(url);
    const localAddress = process.platform === 'linux' ? address : undefined;
    this.#socket = connect({ host: hostname, port: Number(port), localAddress });
    this.#socket.on('error', () => undefined);
    this.closed = new Promise((resolve) => {
      this.#socket.once('close', () => {
        this.isClosed = true;
        resolve();
      });
    });
    this.#socket.on('data', (chunk) => {
      this.status ||= Number(/^HTTP\/1\.1 (\d{3})/.exec(chunk.toString('latin1', 0, 12))?.[1] ?? 0);
      this.bytesRead += chunk.length;
      if (reads === 'beginning') this.#socket.pause();
    });
  }

  /** Resolves once the kernel has accepted the data; false when the connection ended before. */
  write(data: string | Buffer): Promise<boolean> {
    if (this.#socket.destroyed || !this.#socket.writable) return Promise.resolve(false);
    return new Promise((resolve) => {
      const end = () => resolve(false);
      this.#socket.once('close', end);
      this.#socket.write(data, (error) => {
        this.#socket.off('close', end);
        if (!error) this.bytesWritten += Buffer.byteLength(data);
        resolve(!error);
      });
    });
  }

  get outcome(): string {
    if (this.status > 0) return String(this.status);
    return this.isClosed ? 'reset' : 'no response';
  }

  destroy(): void {
    this.#socket.destroy();
  }
}

/** The text of a request up to its body. */
export function requestHead(method: string, path: string, headers: Record<string, string | number>): string {
  const lines = Object.entries({ Host: '127.0.0.1', ...headers }).map(([name, value]) => `${name}: ${value}`);
  return `${[`${method} ${path} HTTP/1.1`, ...lines].join('\r\n')}\r\n\r\n`;
}
