import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, readlinkSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const FAST_SHUTDOWN = 'SIGINT';
const IMMEDIATE_SHUTDOWN = 'SIGQUIT';

/** Stops the processes that a killed start has left on this cluster, and removes its lock file. */
export async function stopLeftovers(cluster: string): Promise<void> {
  await stopServer(cluster, findPostmaster(cluster));
  rmSync(join(cluster, 'postmaster.pid'), { force: true });
}

/**
 * Ends every PostgreSQL process of the cluster: fast shutdown, immediate shutdown after 10 s, SIGKILL after 5 s more.
 */
export async function stopServer(cluster: string, postmaster: number | undefined): Promise<void> {
  signal(cluster, postmaster, FAST_SHUTDOWN);
  if (await hasEndedWithin(cluster, 10_000)) return;
  signal(cluster, postmaster, IMMEDIATE_SHUTDOWN);
  if (await hasEndedWithin(cluster, 5_000)) return;
  for (const pid of serverProcesses(cluster)) signal(cluster, pid, 'SIGKILL');
  await hasEndedWithin(cluster, 5_000);
}

/** The process that the lock file of the cluster names, if it is a PostgreSQL of this cluster. */
export function findPostmaster(cluster: string): number | undefined {
  const pid = Number.parseInt(readOr(join(cluster, 'postmaster.pid'), ''), 10);
  return serverProcesses(cluster).includes(pid) ? pid : undefined;
}

async function hasEndedWithin(cluster: string, milliseconds: number): Promise<boolean> {
  const deadline = Date.now() + milliseconds;
  while (serverProcesses(cluster).length > 0) {
    if (Date.now() > deadline) return false;
    await sleep(25);
  }
  return true;
}

// On Linux finds processes by their working directory, the folder of the cluster, also for a moment after the
// postmaster was killed. Process groups do not find them, because each backend leads a group of its own. On macOS finds
// only the postmaster, by its arguments, because `ps` shows no working directory.
function serverProcesses(cluster: string): number[] {
  return process.platform === 'linux' ? processesWorkingIn(cluster) : postmastersStartedOn(cluster);
}

function processesWorkingIn(cluster: string): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => readOr(`/proc/${pid}/comm`, '').trim() === 'postgres')
    .filter((pid) => workingFolder(pid) === cluster)
    .map(Number);
}

function postmastersStartedOn(cluster: string): number[] {
  return execFileSync('ps', ['-axww', '-o', 'pid=,args='], { encoding: 'utf8' })
    .split('\n')
    .filter((line) => line.includes(`postgres -D ${cluster} `))
    .map((line) => Number.parseInt(line, 10));
}

function workingFolder(pid: string): string | undefined {
  try {
    return readlinkSync(`/proc/${pid}/cwd`);
  } catch {
    return undefined;
  }
}

function readOr(path: string, fallback: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return fallback;
  }
}

// Looks up the processes again before each signal: another program may get the pid of a process that has ended.
function signal(cluster: string, pid: number | undefined, name: NodeJS.Signals): void {
  if (pid && serverProcesses(cluster).includes(pid)) process.kill(pid, name);
}
