import {
  closeSync,
  mkdirSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { Readable } from 'node:stream';

const MIB = 1024 * 1024;
const DEFAULT_MAX_MB = 200;
/** Full files that the limit has room for: so many that the four open ones leave most of it to rotated files. */
const FULL_FILES_IN_LIMIT = 20;
/** A longer line is cut into several. */
const MAX_LINE_BYTES = 64 * 1024;
/** Matches `api.log` (open, or the last of its service) and `api.log.20261122T063858123` (rotated). */
const LOG_NAME = /\.log(\.|$)/;

/**
 * The logs of a folder with a limit for all of them together: a full file is renamed, and the oldest files are deleted
 * to make room. Lines are written synchronously, so that a kill loses no received line. Logging libraries do not fit,
 * because they limit each stream alone, buffer, and stop at the first error, such as a full disk.
 */
export class LogFolder {
  readonly #path: string;
  readonly #maxBytes: number;
  /** The names of the files that are written now. */
  readonly #open = new Set<string>();
  /** Called with everything that is logged. */
  readonly show: (name: string, lines: Buffer) => void;

  constructor(path: string, maxMb = DEFAULT_MAX_MB, show: LogFolder['show'] = () => undefined) {
    this.#path = path;
    this.#maxBytes = maxMb * MIB;
    this.show = show;
    mkdirSync(path, { recursive: true });
  }

  get maxFileBytes(): number {
    return Math.floor(this.#maxBytes / FULL_FILES_IN_LIMIT);
  }

  /** Opens a new file, and keeps the file of the previous start. */
  open(name: string): LogFile {
    const file = `${name}.log`;
    this.#open.add(file);
    return new LogFile(join(this.#path, file), this);
  }

  /** Deletes the oldest logs, those of other programs included, until the open files have room to become full. */
  makeRoom(): void {
    let left = this.#maxBytes - this.#open.size * this.maxFileBytes;
    for (const { path, size } of this.#closedFiles()) {
      left -= size;
      if (left < 0) rmSync(path, { force: true });
    }
  }

  /** Newest first. */
  #closedFiles(): { path: string; size: number; changedAt: number }[] {
    return readdirSync(this.#path)
      .filter((name) => LOG_NAME.test(name) && !this.#open.has(name))
      .map((name) => join(this.#path, name))
      .map((path) => ({ path, stats: statSync(path, { throwIfNoEntry: false }) }))
      .flatMap(({ path, stats }) =>
        stats?.isFile() ? [{ path, size: stats.size, changedAt: stats.mtimeMs }] : [],
      )
      .sort((a, b) => b.changedAt - a.changedAt);
  }
}

/** The log of one service. `write` never throws: a full disk must not end the process that logs. */
export class LogFile {
  readonly path: string;
  readonly #folder: LogFolder;
  /** Undefined between a rotation that failed and the next attempt. */
  #file: number | undefined;
  #size = 0;
  #lostBytes = 0;

  constructor(path: string, folder: LogFolder) {
    this.path = path;
    this.#folder = folder;
    this.#rotate();
  }

  /** Writes whole lines. */
  write(lines: string | Buffer): void {
    const bytes = Buffer.from(lines);
    this.#folder.show(basename(this.path, '.log'), bytes);
    try {
      if (this.#lostBytes > 0)
        this.#writeNow(Buffer.from(`\n${this.#lostBytes} bytes could not be logged.\n`));
      this.#lostBytes = 0;
      this.#writeNow(bytes);
    } catch {
      this.#lostBytes += bytes.length;
    }
  }

  /** Logs a stream; resolves when the stream has closed. */
  follow(stream: Readable): Promise<void> {
    let rest = Buffer.alloc(0);
    stream.on('data', (chunk: Buffer) => {
      const bytes = Buffer.concat([rest, chunk]);
      const lines = bytes.lastIndexOf('\n') + 1;
      const end = lines === 0 && bytes.length > MAX_LINE_BYTES ? bytes.length : lines;
      if (end > 0) this.write(bytes.subarray(0, end));
      rest = bytes.subarray(end);
    });
    const { promise, resolve } = Promise.withResolvers<void>();
    stream.on('error', () => undefined);
    stream.once('close', () => {
      if (rest.length > 0) this.write(rest);
      resolve();
    });
    return promise;
  }

  close(): void {
    if (this.#file !== undefined) closeSync(this.#file);
    this.#file = undefined;
  }

  #writeNow(bytes: Buffer): void {
    const isFull = this.#size > 0 && this.#size + bytes.length > this.#folder.maxFileBytes;
    if (isFull || this.#file === undefined) this.#rotate();
    for (let written = 0; written < bytes.length; ) {
      const count = writeSync(this.#file as number, bytes, written);
      written += count;
      this.#size += count;
    }
  }

  /** A crash between any two steps leaves files that the next start can use. */
  #rotate(): void {
    this.close();
    const size = statSync(this.path, { throwIfNoEntry: false })?.size ?? 0;
    if (size > 0) renameSync(this.path, this.#rotatedPath());
    this.#folder.makeRoom();
    this.#file = openSync(this.path, 'a', 0o640);
    this.#size = 0;
  }

  #rotatedPath(): string {
    for (let number = 0; ; number += 1) {
      const time = new Date().toISOString().replaceAll(/[-:.Z]/g, '');
      const path = `${this.path}.${time}${number ? `-${number}` : ''}`;
      if (!statSync(path, { throwIfNoEntry: false })) return path;
    }
  }
}

/** Opens a log at this path, for a process that logs to a single file. */
export const openLogFile = (path: string): LogFile =>
  new LogFolder(dirname(path)).open(basename(path, '.log'));
