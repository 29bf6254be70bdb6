import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { findFreePort } from '../embedded/free-port.ts';

/** Debian installs PgBouncer in a folder that is only in the PATH of root. */
const env = { ...process.env, PATH: `${process.env.PATH}:/usr/sbin:/usr/local/sbin` };

/** Whether PgBouncer is installed. */
export function hasPgBouncer(): boolean {
  try {
    execFileSync('pgbouncer', ['--version'], { env, stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

type Options = { mode: 'session' | 'transaction' | 'statement'; poolSize?: number };

/** Starts a PgBouncer with its default settings in front of the database of `url`. `close` stops it. */
export async function startPgBouncer(url: string, { mode, poolSize = 20 }: Options) {
  const { hostname, port, pathname, username, password } = new URL(url);
  const folder = await mkdtemp(join(tmpdir(), 'crewboard-pgbouncer-'));
  const ownPort = await findFreePort();
  const server = `host=${hostname} port=${port} dbname=${pathname.slice(1)} user=${username} password=${password}`;
  const config = join(folder, 'pgbouncer.ini');
  await writeFile(
    config,
    `[databases]
pooled = ${server}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${ownPort}
unix_socket_dir =
auth_type = any
pool_mode = ${mode}
default_pool_size = ${poolSize}
`,
  );
  // PgBouncer does not run as root.
  await chmod(folder, 0o755);
  const account = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};
  const child = spawn('pgbouncer', [config], {
    ...account,
    env,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const exited = once(child, 'exit');
  const log: string[] = [];
  await new Promise<void>((resolve, reject) => {
    createInterface({ input: child.stderr }).on('line', (line) => {
      log.push(line);
      if (line.includes('process up')) resolve();
    });
    exited.then(() => reject(new Error(`PgBouncer ended: ${log.join('\n')}`)), reject);
  });
  return {
    url: `postgresql://${username}@127.0.0.1:${ownPort}/pooled`,
    log,
    async close() {
      child.kill('SIGINT');
      child.kill('SIGTERM');
      await exited;
      await rm(folder, { recursive: true });
    },
  };
}
