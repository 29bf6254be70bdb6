import { type ChildProcess, type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { APPLICATION_ROLE, ensureApplicationRole } from './application-role.ts';
import { findBinaries, NO_ENVIRONMENT } from './binaries.ts';
import { ensureCluster, locateCluster, SUPERUSER } from './cluster.ts';
import { explainStartFailure } from './explain-start-failure.ts';
import { findFreePort } from './free-port.ts';
import { PasswordFileError } from './password-file.ts';
import { findPostmaster, stopLeftovers, stopServer } from './server-processes.ts';
import { ensureSystemUser } from './system-user.ts';

export type Exit = { code: number | null; signal: NodeJS.Signals | null };

export type EmbeddedPostgres = {
  /** The URL for the role of the service, which reads and writes rows once `migrate` has granted it that. */
  url: string;
  /** The URL for the role that owns everything and applies migrations. */
  ownerUrl: string;
  port: number;
  pid: number;
  /** Ends every session and every process; resolves when nothing is left. */
  stop(): Promise<void>;
  exited: Promise<Exit>;
};

type Options = {
  dataDir: string;
  /** On 127.0.0.1; a free one by default. */
  port?: number;
  /** Settings of PostgreSQL that replace the defaults, such as `{ fsync: 'off' }`. */
  settings?: Record<string, string>;
  onLog?: (line: string) => void;
};

const DATABASE = 'crewboard';
// Long, because recovery after a crash may take a while and rejects connections.
const READY_TIMEOUT_MS = 120_000;

const SETTINGS = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: '100',
  fsync: 'on',
  synchronous_commit: 'on',
  jit: 'off',
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_checkpoints: 'off',
};

/**
 * Starts the PostgreSQL of `dataDir`, and creates its cluster first if there is none. Stops a server that a killed
 * process left.
 */
export async function startEmbeddedPostgres(options: Options): Promise<EmbeddedPostgres> {
  const systemUser = await ensureSystemUser();
  const binaries = await findBinaries(systemUser);
  const cluster = await locateCluster(options.dataDir, systemUser);
  await stopLeftovers(cluster);
  const sync = options.settings?.fsync !== 'off';
  const password = await ensureCluster(cluster, { binaries, systemUser, sync });

  const port = options.port ?? (await findFreePort());
  const settings = Object.entries({ ...SETTINGS, port, ...options.settings });
  const server = spawn(
    binaries.postgres,
    ['-D', cluster, ...settings.flatMap(([name, value]) => ['-c', `${name}=${value}`])],
    // In a process group of its own: Ctrl-C in the terminal must not reach the database before its clients.
    { ...systemUser, cwd: '/', env: NO_ENVIRONMENT, detached: true, stdio: ['ignore', 'ignore', 'pipe'] },
  );
  const recentLog = followLog(server, options.onLog);
  await once(server, 'spawn');
  const exited = once(server, 'exit').then(([code, signal]): Exit => ({ code, signal }));
  const closed = once(server, 'close');
  const endWithThisProcess = () => server.kill('SIGQUIT');
  process.once('exit', endWithThisProcess);
  closed.then(() => process.off('exit', endWithThisProcess));
  const stop = async () => {
    // Once this server has ended, another start may run one of its own on the cluster: that one goes on.
    const current = findPostmaster(cluster) ?? server.pid;
    if (current === server.pid) await stopServer(cluster, current);
    await closed;
  };

  const urlOf = (role: string, secret: string) =>
    `postgresql://${role}:${secret}@127.0.0.1:${port}/${DATABASE}`;
  try {
    const ownerUrl = urlOf(SUPERUSER, password);
    await createDatabaseOnceReady(server, port, password);
    const applicationPassword = await ensureApplicationRole(ownerUrl, `${cluster}-application-password`);
    const url = urlOf(APPLICATION_ROLE, applicationPassword);
    return { url, ownerUrl, port, pid: server.pid as number, stop, exited };
  } catch (error) {
    await stop();
    if (error instanceof PasswordFileError) throw error;
    throw new Error(
      explainStartFailure((error as Error).message, recentLog, { folder: cluster, systemUser }),
    );
  }
}

function followLog(server: ChildProcessByStdio<null, null, Readable>, onLog: Options['onLog']): string[] {
  const recent: string[] = [];
  createInterface({ input: server.stderr }).on('line', (line) => {
    recent.push(line);
    if (recent.length > 20) recent.shift();
    onLog?.(line);
  });
  return recent;
}

async function createDatabaseOnceReady(server: ChildProcess, port: number, password: string): Promise<void> {
  const client = await connectOnceReady(server, port, password);
  try {
    const found = await client.query('SELECT FROM pg_database WHERE datname = $1', [DATABASE]);
    if (found.rowCount === 0) await client.query(`CREATE DATABASE ${DATABASE}`);
  } finally {
    await client.end();
  }
}

async function connectOnceReady(server: ChildProcess, port: number, password: string): Promise<pg.Client> {
  const address = { host: '127.0.0.1', port, user: SUPERUSER, password, database: 'postgres', ssl: false };
  const deadline = Date.now() + READY_TIMEOUT_MS;
  for (;;) {
    const client = new pg.Client({ ...address, connectionTimeoutMillis: 1000 });
    client.on('error', () => {});
    try {
      await client.connect();
      return client;
    } catch (error) {
      await client.end().catch(() => {});
      if (server.exitCode !== null) throw new Error(`it ended with code ${server.exitCode}`);
      if (server.signalCode !== null) throw new Error(`it was ended by ${server.signalCode}`);
      if (isFinal(error) || Date.now() > deadline) throw error;
      await sleep(50);
    }
  }
}

/**
 * Whether the server rejects the user, password or database, so that retrying is useless; false while it starts
 * (57P03).
 */
const isFinal = (error: unknown): boolean => error instanceof pg.DatabaseError && error.code !== '57P03';
