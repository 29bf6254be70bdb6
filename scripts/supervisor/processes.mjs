import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/**
 * Identifies a process by its pid and its start time, because the system reuses pids.
 * @typedef {{ pid: number, started: string }} ProcessIdentity
 */

/** @param {number} pid @returns {ProcessIdentity} */
export function identifyProcess(pid) {
  return { pid, started: readStartTime(pid) ?? 'gone' };
}

/** @param {ProcessIdentity} identity */
export function isAlive({ pid, started }) {
  return readStartTime(pid) === started;
}

/** Whether any process has this pid. @param {number} pid */
export const isRunning = (pid) => readStartTime(pid) !== undefined;

/** @param {number} pid @returns {string | undefined} */
function readStartTime(pid) {
  try {
    return process.platform === 'linux' ? startInProc(pid) : startByPs(pid);
  } catch {
    return undefined;
  }
}

// Reads the fields of proc(5) after the name, which may contain blanks and parentheses: the first field is the state,
// the 20th the start time in ticks since boot.
/** @param {number} pid */
function startInProc(pid) {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const isZombie = fields[0] === 'Z';
  const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
  return isZombie ? undefined : `${boot} ${fields[19]}`;
}

/** @param {number} pid */
function startByPs(pid) {
  const line = execFileSync('ps', ['-o', 'state=,lstart=', '-p', String(pid)], { encoding: 'utf8' }).trim();
  return line.startsWith('Z') ? undefined : line.replace(/^\S+\s+/, '');
}
