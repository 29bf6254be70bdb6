import type { Readable, Writable } from 'node:stream';

export type Environment = Readonly<Record<string, string | undefined>>;

/** What commands use of their process, which is one. */
export type Terminal = {
  env: Environment;
  stdin: Readable & { isTTY?: boolean };
  stdout: Writable;
  stderr: Writable;
};

/** The bytes of a stream; undefined when it has more than `maxBytes`, and then reads no further. */
export async function readAll(stream: Readable, maxBytes: number): Promise<Buffer | undefined> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of stream) {
    bytes += chunk.length;
    if (bytes > maxBytes) return undefined;
    chunks.push(Buffer.from(chunk));
  }
  return Buffer.concat(chunks);
}
