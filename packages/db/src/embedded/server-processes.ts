import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, readlinkSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const FAST_SHUTDOWN = 'SIGINT';
const IMMEDIATE_SHUTDOWN = 'SIGQUIT';

/** Stops what a killed start left running on this cluster, and clears the lock that it left. */
export async function stopLeftovers(cluster: string): Promise<void> {
  await stopServer(cluster, findPostmaster(cluster));
  rmSync(join(cluster, 'postmaster.pid'), { force: true });
}

/** Ends every PostgreSQL process of the cluster: politely, then firmly, then for certain. */
export async function stopServer(cluster: string, postmaster: number | undefined): Promise<void> {
  signal(cluster, postmaster, FAST_SHUTDOWN);
  if (await isGoneWithin(cluster, 10_000)) return;
  signal(cluster, postmaster, IMMEDIATE_SHUTDOWN);
  if (await isGoneWithin(cluster, 5_000)) return;
  for (const pid of serverProcesses(cluster)) signal(cluster, pid, 'SIGKILL');
  await isGoneWithin(cluster, 5_000);
}

/** The process that the cluster's lock file names, if it is a PostgreSQL that works there indeed. */
export function findPostmaster(cluster: string): number | undefined {
  const pid = Number.parseInt(readOr(join(cluster, 'postmaster.pid'), ''), 10);
  return serverProcesses(cluster).includes(pid) ? pid : undefined;
}

async function isGoneWithin(cluster: string, milliseconds: number): Promise<boolean> {
  const deadline = Date.now() + milliseconds;
  while (serverProcesses(cluster).length > 0) {
    if (Date.now() > deadline) return false;
    await sleep(25);
  }
  return true;
}

// The process group would not do: each PostgreSQL backend makes itself the leader of a group of its own.
// But all of them work in the cluster's folder, and outlive a killed postmaster for a moment there.
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

// Asked again each time: the pid of a process that has ended may be another program's by now.
function signal(cluster: string, pid: number | undefined, name: NodeJS.Signals): void {
  if (pid && serverProcesses(cluster).includes(pid)) process.kill(pid, name);
}
