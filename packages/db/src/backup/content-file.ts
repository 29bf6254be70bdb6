import { createHash, type Hash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { type Readable, Transform, type Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createZstdCompress, createZstdDecompress } from 'node:zlib';

/** `bytes`: before compression. `checksum`: SHA-256 of the file as it is on the disk, in hex. */
type ContentSummary = { rows: number; bytes: number; checksum: string };

const rowEnd = 0x0a;

/**
 * Writes rows in the text form of COPY to a compressed file that only this user can read. Resolves when it is on the
 * disk.
 */
export async function writeRows(rows: Readable, file: string): Promise<ContentSummary> {
  const counter = new RowCounter();
  const hash = createHash('sha256');
  const target = createWriteStream(file, { flags: 'wx', mode: 0o600, flush: true });
  await pipeline(rows, counter, createZstdCompress(), new Tap((chunk) => hash.update(chunk)), target);
  return { rows: counter.rows, bytes: counter.bytes, checksum: hash.digest('hex') };
}

/** Reads such a file to its end and decompresses it into `target`, if there is one. */
export async function readRows(file: string, target?: Writable): Promise<ContentSummary> {
  const counter = new RowCounter();
  const hash = createHash('sha256');
  const source = [
    createReadStream(file),
    new Tap((chunk) => hash.update(chunk)),
    createZstdDecompress(),
  ] as const;
  if (target) await pipeline(...source, counter, target);
  else await pipeline(...source, counter.resume());
  return { rows: counter.rows, bytes: counter.bytes, checksum: hash.digest('hex') };
}

/** The SHA-256 of a file, in hex. */
export async function hashFile(file: string): Promise<string> {
  const hash: Hash = createHash('sha256');
  await pipeline(createReadStream(file), hash);
  return hash.digest('hex');
}

/** Passes chunks on unchanged, and shows each to `onChunk`. */
class Tap extends Transform {
  constructor(onChunk: (chunk: Buffer) => void) {
    super({
      transform(chunk: Buffer, _encoding, done) {
        onChunk(chunk);
        done(null, chunk);
      },
    });
  }
}

/** Counts rows by their ends: COPY writes a line break within a value as `\n`. */
class RowCounter extends Tap {
  rows = 0;
  bytes = 0;

  constructor() {
    super((chunk) => {
      this.bytes += chunk.length;
      for (let at = chunk.indexOf(rowEnd); at >= 0; at = chunk.indexOf(rowEnd, at + 1)) this.rows += 1;
    });
  }
}
