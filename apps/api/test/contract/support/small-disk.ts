import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';

const sizeMb = 160;
const mountIt = `mount -t tmpfs -o size=${sizeMb}m,mode=755 tmpfs "$0" && exec "$@"`;

/** Mounting requires root or a user namespace; PostgreSQL then runs as the user of the tests again. */
function inOwnMounts(dir: string, command: string[]): string[] {
  const { uid, gid } = os.userInfo();
  if (uid === 0) return ['unshare', '--mount', 'sh', '-c', mountIt, dir, ...command];
  const asBefore = ['unshare', '--user', `--map-user=${uid}`, `--map-group=${gid}`];
  return [
    'unshare',
    '--user',
    '--map-root-user',
    '--mount',
    'sh',
    '-c',
    mountIt,
    dir,
    ...asBefore,
    ...command,
  ];
}

/** Whether this machine allows the tests to mount a small disk, in a separate mount namespace. */
export function canMountSmallDisk(): boolean {
  const dir = mkdtempSync(path.join(os.tmpdir(), 'crewboard-mount-'));
  const [program = '', ...args] = inOwnMounts(dir, ['true']);
  const { status } = spawnSync(program, args, { stdio: 'ignore' });
  rmSync(dir, { recursive: true });
  return status === 0;
}

/** A migrated PostgreSQL on a separate small disk. */
export class SmallDisk {
  readonly url: string;
  readonly #dir: string;
  readonly #process: ChildProcess;

  private constructor(url: string, dir: string, child: ChildProcess) {
    this.url = url;
    this.#dir = dir;
    this.#process = child;
  }

  static async start(): Promise<SmallDisk> {
    const dir = mkdtempSync(path.join(os.tmpdir(), 'crewboard-disk-'));
    chmodSync(dir, 0o755);
    const script = path.join(import.meta.dirname, 'small-disk-server.ts');
    const [program = '', ...args] = inOwnMounts(dir, [process.execPath, script, dir]);
    const child = spawn(program, args, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
    const [url] = await once(child, 'message');
    return new SmallDisk(url, dir, child);
  }

  /** Fills the disk completely with a file. */
  fill(): Promise<void> {
    return this.#send('fill');
  }

  /** Removes that file. */
  free(): Promise<void> {
    return this.#send('free');
  }

  async remove(): Promise<void> {
    const exited = once(this.#process, 'exit');
    await this.#send('stop');
    await exited;
    rmSync(this.#dir, { recursive: true, force: true });
  }

  async #send(command: string): Promise<void> {
    const done = once(this.#process, 'message');
    this.#process.send(command);
    await done;
  }
}
