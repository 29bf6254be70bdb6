import { hostname } from 'node:os';
import { type Logger, pino } from 'pino';
import sonicBoom from 'sonic-boom';
import type { LogLevel } from './levels.ts';

/** The maximum of bytes that wait for a slow reader of the log. Further lines are dropped. */
const maxUnreadBytes = 16 * 1024 * 1024;
const retryDelayMs = 20;
/** How long an exit waits for a reader that reads nothing. */
const maxExitDelayMs = 5_000;

/**
 * Creates the log of this process: lines of JSON on its standard output, each with the name of the program. A slow
 * reader delays only the exit, which waits while the reader keeps reading. With pino's own output, a reader that is
 * gone would keep the process from ending, because pino repeats the last write forever.
 */
export function createLog(component: string, level: LogLevel): Logger {
  /** False once the reader has closed its end: then lines are dropped. */
  let hasReader = true;
  let retry: NodeJS.Timeout | undefined;
  /** Set at the exit: the bytes that are still to be read, and the time at which they last became fewer. */
  let exit: { unreadBytes: number; progressAt: number } | undefined;
  const output = new sonicBoom.SonicBoom({
    fd: process.stdout.fd,
    // Write synchronously: a write in the background could be lost at the exit.
    sync: true,
    maxLength: maxUnreadBytes,
    // Called when the reader takes nothing now. Before the exit, the handler of `error` tries again later.
    retryEAGAIN(_error, attemptedBytes, waitingBytes) {
      if (!exit) return false;
      const unreadBytes = attemptedBytes + waitingBytes;
      if (unreadBytes < exit.unreadBytes) exit = { unreadBytes, progressAt: performance.now() };
      return performance.now() - exit.progressAt < maxExitDelayMs;
    },
  });
  output.on('error', ({ code }: NodeJS.ErrnoException) => {
    if (code === 'EPIPE') hasReader = false;
    if (!hasReader || retry) return;
    retry = setTimeout(() => {
      retry = undefined;
      output.flush();
    }, retryDelayMs).unref();
  });
  process.once('exit', () => {
    exit = { unreadBytes: Number.POSITIVE_INFINITY, progressAt: performance.now() };
    try {
      if (hasReader) output.flushSync();
    } catch {
      // Nobody reads the rest.
    }
  });
  const write = (line: string) => void (hasReader && output.write(line));
  const base = { pid: process.pid, hostname: hostname(), component };
  // `detail` and `where` of an error of PostgreSQL can contain values of rows.
  return pino({ level, base, redact: ['req.headers.authorization', 'err.detail', 'err.where'] }, { write });
}
