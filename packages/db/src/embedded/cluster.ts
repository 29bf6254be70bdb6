import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync, statSync } from 'node:fs';
import { chmod, mkdtemp, readdir, readFile, realpath, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { type Binaries, NO_ENVIRONMENT } from './binaries.ts';
import { createDataDir } from './data-location.mjs';
import { explainStartFailure } from './explain-start-failure.ts';
import { readPassword } from './password-file.ts';
import type { SystemUser } from './system-user.ts';

const run = promisify(execFile);

export const SUPERUSER = 'crewboard';
const DRAFT_PREFIX = 'postgres-draft-';

/** `sync: false` does not wait for the disk, for clusters that may be lost, such as those of tests. */
type Options = { binaries: Binaries; systemUser: SystemUser | undefined; sync: boolean };

/**
 * Returns the real path of the cluster in a data folder, by which its processes are recognised. Creates the data
 * folder.
 */
export async function locateCluster(dataDir: string, systemUser: SystemUser | undefined): Promise<string> {
  createDataDir(dataDir);
  // Let the system user enter this folder to reach the cluster. The modes of other files in it protect them.
  if (systemUser) await chmod(dataDir, statSync(dataDir).mode | 0o001);
  return join(await realpath(dataDir), 'postgres');
}

/**
 * Creates the cluster if there is none, and returns the password of its superuser. A cluster gets its final name once
 * it is complete. Throws when the cluster is of another major version of PostgreSQL.
 */
export async function ensureCluster(folder: string, options: Options): Promise<string> {
  const passwordFile = `${folder}-password`;
  if (!existsSync(folder)) await makeCluster(folder, passwordFile, options);
  else await requireVersion(folder, options);
  const { systemUser } = options;
  if (systemUser && statSync(folder).uid !== systemUser.uid) await giveTo(systemUser, folder);
  return readPassword(passwordFile);
}

async function requireVersion(folder: string, { systemUser, binaries: { major } }: Options): Promise<void> {
  const text = await readFile(join(folder, 'PG_VERSION'), 'utf8').catch((cause: Error) => {
    throw new Error(explainStartFailure(cause.message, [], { folder, systemUser }), { cause });
  });
  const found = Number(text);
  if (found === major) return;
  const remedy =
    found > major
      ? 'Start the version of Crewboard that made it or a newer one, or restore a backup into an empty DATA_DIR'
      : 'Make a backup with the version of Crewboard that made it, and restore it with this one into an empty DATA_DIR';
  throw new Error(
    `The data in ${folder} is of PostgreSQL ${found}, and this version of Crewboard runs PostgreSQL ${major}. ${remedy}.`,
  );
}

async function makeCluster(folder: string, passwordFile: string, options: Options): Promise<void> {
  const { systemUser } = options;
  const dataDir = dirname(folder);
  await removeDrafts(dataDir);
  const draft = await mkdtemp(join(dataDir, DRAFT_PREFIX));
  const draftPassword = join(draft, 'password');
  const password = randomBytes(24).toString('base64url');
  await writeFile(draftPassword, password, { mode: 0o600 });
  if (systemUser) await giveTo(systemUser, draft);
  await initdb(join(draft, 'cluster'), draftPassword, options);
  await writeFile(passwordFile, password, { mode: 0o600 });
  await rename(join(draft, 'cluster'), folder);
  await rm(draft, { recursive: true });
}

async function removeDrafts(dataDir: string): Promise<void> {
  // Retry: the initdb of a killed start may still write to its draft, until it fails because its files are gone.
  const persistently = { recursive: true, force: true, maxRetries: 20, retryDelay: 50 };
  for (const name of await readdir(dataDir)) {
    if (name.startsWith(DRAFT_PREFIX)) await rm(join(dataDir, name), persistently);
  }
}

async function initdb(folder: string, passwordFile: string, options: Options): Promise<void> {
  const { binaries, systemUser, sync } = options;
  const args = [
    `--pgdata=${folder}`,
    '--encoding=UTF8',
    '--locale=C.UTF-8',
    '--auth=scram-sha-256',
    `--username=${SUPERUSER}`,
    `--pwfile=${passwordFile}`,
    ...(sync ? [] : ['--no-sync']),
  ];
  try {
    await run(binaries.initdb, args, { ...systemUser, cwd: '/', env: NO_ENVIRONMENT });
  } catch (error) {
    const { stdout, stderr } = error as { stdout?: string; stderr?: string };
    const output = `${stdout ?? ''}${stderr ?? ''}`.trim();
    const failure = `PostgreSQL's initdb could not make a cluster in ${folder}`;
    throw new Error(
      explainStartFailure(failure, (output || String(error)).split('\n'), { folder, systemUser }),
    );
  }
}

async function giveTo({ uid, gid }: SystemUser, folder: string): Promise<void> {
  await run('chown', ['-R', `${uid}:${gid}`, folder]);
}
