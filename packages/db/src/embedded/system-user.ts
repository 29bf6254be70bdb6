import { execFile } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** The system user that PostgreSQL runs as, when that is not the user of this process. */
export type SystemUser = { uid: number; gid: number };

// Not `postgres`: an existing user of this name belongs to another server on this machine.
export const SYSTEM_USER_NAME = 'crewboard';

/**
 * The system user for PostgreSQL, created if necessary, if this process runs as root, because PostgreSQL does not run
 * as root. Undefined for an ordinary user.
 */
export async function ensureSystemUser(): Promise<SystemUser | undefined> {
  if (process.getuid?.() !== 0) return undefined;
  return (await findSystemUser()) ?? (await createSystemUser());
}

async function findSystemUser(): Promise<SystemUser | undefined> {
  try {
    const [user, group] = await Promise.all([
      run('id', ['-u', SYSTEM_USER_NAME]),
      run('id', ['-g', SYSTEM_USER_NAME]),
    ]);
    return { uid: Number(user.stdout), gid: Number(group.stdout) };
  } catch {
    return undefined;
  }
}

async function createSystemUser(): Promise<SystemUser> {
  const failure = await run('useradd', [
    '--system',
    '--user-group',
    '--no-create-home',
    '--home-dir=/nonexistent',
    '--shell=/usr/sbin/nologin',
    SYSTEM_USER_NAME,
  ]).then(
    () => undefined,
    (error: Error) => error,
  );
  // Two concurrent starts may both create it. The start that fails finds the user of the other a moment later.
  for (let attempt = 0; attempt < 20; attempt += 1) {
    const systemUser = await findSystemUser();
    if (systemUser) return systemUser;
    await sleep(100);
  }
  throw new Error(
    `PostgreSQL does not run as root, and the system user "${SYSTEM_USER_NAME}" could not be made for it ` +
      `(${failure?.message.trim() ?? 'useradd left no user'}). Make that user, or start as an ordinary user.`,
  );
}
