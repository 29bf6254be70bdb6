import type { Readable, Writable } from 'node:stream';

export type Environment = Readonly<Record<string, string | undefined>>;

/** The environment and streams of a command: `process`, or replacements in tests. */
export type Terminal = {
  env: Environment;
  stdin: Readable & { isTTY?: boolean };
  stdout: Writable;
  stderr: Writable;
};

/** Reads a stream to its end. Undefined if it has more than `maxBytes`: then it is read no further. */
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
