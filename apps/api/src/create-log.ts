import { type Logger, pino } from 'pino';
import sonicBoom from 'sonic-boom';

/** Bytes that wait for a slow reader of the log; further lines are dropped. */
const maxUnreadBytes = 16 * 1024 * 1024;

/**
 * The log of this process, in lines of JSON on its standard output. Written in the background, and completely before an
 * exit; a reader that is gone does not keep the process from ending, as it does with pino's own output, which repeats
 * the last write for ever.
 */
export function createLog({ LOG_LEVEL: level }: { LOG_LEVEL: string }): Logger {
  const output = new sonicBoom.SonicBoom({ fd: process.stdout.fd, maxLength: maxUnreadBytes });
  let isRead = true;
  output.on('error', () => {
    isRead = false;
  });
  process.once('exit', () => {
    try {
      if (isRead) output.flushSync();
    } catch {
      // Nobody reads the rest.
    }
  });
  const write = (line: string) => void (isRead && output.write(line));
  return pino({ level, redact: ['req.headers.authorization', 'err.detail', 'err.where'] }, { write });
}
