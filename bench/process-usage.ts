import { existsSync, readdirSync, readFileSync } from 'node:fs';

/** Clock ticks of Linux in a second: the same on all its platforms. */
const ticksPerSecond = 100;

type Stat = { parent: number; seconds: number; endedChildrenSeconds: number };

/** Undefined for a process that is gone, and on a system without /proc. */
function statOf(pid: number | string): Stat | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name before the last bracket may contain spaces.
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
    // Without the first two fields, of proc_pid_stat(5): 11 and 12 are utime and stime, 13 and 14 those of ended
    // children.
    const secondsAt = (index: number) => (Number(fields[index]) + Number(fields[index + 1])) / ticksPerSecond;
    return { parent: Number(fields[1]), seconds: secondsAt(11), endedChildrenSeconds: secondsAt(13) };
  } catch {
    return undefined;
  }
}

/** The processor seconds of a process so far; with `children`, of those alone that it started. Linux only, else NaN. */
export function cpuSeconds(pid: number, { children = false } = {}): number {
  const own = statOf(pid);
  if (!own) return Number.NaN;
  if (!children) return own.seconds;
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(statOf)
    .filter((stat) => stat?.parent === pid)
    .reduce((sum, stat) => sum + (stat?.seconds ?? 0), own.endedChildrenSeconds);
}

/** MiB of memory of a process. Linux only, else NaN. */
export function residentMiB(pid: number): number {
  const file = `/proc/${pid}/status`;
  if (!existsSync(file)) return Number.NaN;
  return Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(file, 'utf8'))?.[1]) / 1024;
}
