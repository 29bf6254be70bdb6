import { execFileSync } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { startEmbeddedPostgres } from '@crewboard/db/embedded';
import { makeClusterFolder } from '../../../packages/db/src/testing/make-cluster-folder.ts';

export type Postgres = {
  /** With the role of the service. */
  url: string;
  ownerUrl: string;
  /** Kills it with its backends, as a crash would. */
  kill(): Promise<void>;
  /** On the same port, with the same data. */
  startAgain(): Promise<void>;
  /** Suspends and resumes all of its processes. */
  freeze(): void;
  thaw(): void;
  /** Stops it and deletes its data. */
  remove(): Promise<void>;
};

/**
 * Starts a PostgreSQL in a temporary folder, with the settings of `npm start`. It does not wait for the disk unless
 * `fsync` is `on`.
 */
export async function startPostgres(fsync: 'on' | 'off' = 'off'): Promise<Postgres> {
  const dataDir = await makeClusterFolder('crewboard-faults-');
  // A kill loses no written data, synced or not; confirmed commits must be written.
  const settings = { fsync, synchronous_commit: 'on', max_connections: '300' };
  let server = await startEmbeddedPostgres({ dataDir, settings });
  const { url, ownerUrl, port } = server;
  const signalAll = (signal: NodeJS.Signals) => {
    for (const pid of [server.pid, ...childrenOf(server.pid)]) signalIfThere(pid, signal);
  };
  return {
    url,
    ownerUrl,
    async kill() {
      process.kill(server.pid, 'SIGKILL');
      await server.exited;
    },
    async startAgain() {
      server = await startEmbeddedPostgres({ dataDir, port, settings });
    },
    freeze: () => signalAll('SIGSTOP'),
    thaw: () => signalAll('SIGCONT'),
    async remove() {
      await server.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** Each backend leads its own process group, so no single signal reaches all of them. */
function childrenOf(parent: number): number[] {
  return execFileSync('ps', ['-axo', 'pid=,ppid='], { encoding: 'utf8' })
    .split('\n')
    .map((line) => line.trim().split(/\s+/).map(Number))
    .flatMap(([pid, ppid]) => (pid !== undefined && ppid === parent ? [pid] : []));
}

function signalIfThere(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // It has exited by itself.
  }
}
