import { mkdtemp, statfs } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';

const memory = '/dev/shm';
const minFreeBytes = 3 * 1024 ** 3;

/**
 * Makes a folder for a PostgreSQL cluster whose data may be lost: in memory where 3 GiB are free, otherwise on the
 * disk, where ext4 takes several times as long to create the hundreds of files of a database. The caller deletes it.
 */
export async function makeClusterFolder(prefix: string): Promise<string> {
  const { bavail, bsize } = await statfs(memory).catch(() => ({ bavail: 0, bsize: 0 }));
  return mkdtemp(path.join(bavail * bsize > minFreeBytes ? memory : os.tmpdir(), prefix));
}
