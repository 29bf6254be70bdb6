import { hostname } from 'node:os';
import { type Logger, pino } from 'pino';
import sonicBoom from 'sonic-boom';
import type { LogLevel } from './levels.ts';

/** Bytes that wait for a slow reader of the log; further lines are dropped. */
const maxUnreadBytes = 16 * 1024 * 1024;
const retryDelayMs = 20;
/** How long an exit waits for a reader that reads nothing. */
const maxExitDelayMs = 5_000;

/**
 * The log of this process, in lines of JSON on its standard output, each with the name of the program. A slow reader delays nothing until the exit, which
 * waits while the reader keeps reading. A reader that is gone does not keep the process from ending, as it does with pino's own
 * output, which repeats the last write for ever.
 */
export function createLog(component: string, level: LogLevel): Logger {
  let isRead = true;
  let retry: NodeJS.Timeout | undefined;
  let exit: { unreadBytes: number; progressAt: number } | undefined;
  const output = new sonicBoom.SonicBoom({
    fd: process.stdout.fd,
    // A write in the background could end after the exit, or not at all.
    sync: true,
    maxLength: maxUnreadBytes,
    retryEAGAIN(_error, writtenBytes, waitingBytes) {
      if (!exit) return false;
      const unreadBytes = writtenBytes + waitingBytes;
      if (unreadBytes < exit.unreadBytes) exit = { unreadBytes, progressAt: performance.now() };
      return performance.now() - exit.progressAt < maxExitDelayMs;
    },
  });
  output.on('error', ({ code }: NodeJS.ErrnoException) => {
    if (code === 'EPIPE') isRead = false;
    if (!isRead || retry) return;
    retry = setTimeout(() => {
      retry = undefined;
      output.flush();
    }, retryDelayMs).unref();
  });
  process.once('exit', () => {
    exit = { unreadBytes: Number.POSITIVE_INFINITY, progressAt: performance.now() };
    try {
      if (isRead) output.flushSync();
    } catch {
      // Nobody reads the rest.
    }
  });
  const write = (line: string) => void (isRead && output.write(line));
  const base = { pid: process.pid, hostname: hostname(), component };
  return pino({ level, base, redact: ['req.headers.authorization', 'err.detail', 'err.where'] }, { write });
}
