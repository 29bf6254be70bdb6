import { linkSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createDataDir } from '../../packages/db/src/embedded/data-location.mjs';
import { Problem } from '../setup/problem.mjs';
import { isGroupRunning, signalGroup } from '../setup/signal-group.mjs';
import { identifyProcess, isAlive, isRunning } from './processes.mjs';

/**
 * The content of runtime.json: the service, or the restore of a backup, that uses a data folder. The file is the lock
 * of the folder, and tells `admin` commands the ports and the database. `started` identifies the process, as in
 * `ProcessIdentity`. `databaseUrl` is missing while the service starts. `settings` are those of the environment without
 * secrets, `variables` the names of all its variables. `children` has the processes of the service by name.
 * @typedef {{
 *   pid: number, started: string, startedAt: string,
 *   apiUrl: string, webUrl: string, apiPort: number, webPort: number,
 *   databaseUrl?: string, databasePort?: number, webhookAllow?: string, installationId?: string,
 *   settings?: Record<string, string>, variables?: string[], isRestore?: boolean,
 *   children: Record<string, import('./processes.mjs').ProcessIdentity>,
 * }} Runtime
 */

/**
 * Stands for a lock that cannot be read: no process is its holder, so it counts as stale.
 * @type {Runtime}
 */
const NO_HOLDER = {
  ...{ pid: 0, started: 'never', startedAt: '', children: {} },
  ...{ apiUrl: '', webUrl: '', apiPort: 0, webPort: 0 },
};

/**
 * The claim of a command that restores a database into a data folder: no start may create an empty database meanwhile.
 */
export const restoreClaim = { ...{ apiUrl: '', webUrl: '', apiPort: 0, webPort: 0 }, isRestore: true };

/** @param {string} dataDir */
const runtimeFile = (dataDir) => join(dataDir, 'runtime.json');
/** @param {string} dataDir */
const removalFile = (dataDir) => `${runtimeFile(dataDir)}.removal`;

/**
 * Locks the data folder for this process, or takes the lock over from its parent: start.mjs locks the folder while it
 * builds, and then runs serve.ts. Stops the processes that a killed start left running.
 * @param {string} dataDir
 * @param {import('./settings.mjs').Settings | typeof restoreClaim} claim
 * @returns {Promise<Runtime>}
 */
export async function claimDataDir(dataDir, claim) {
  const { apiUrl, webUrl, apiPort, webPort } = claim;
  createDataDir(dataDir);
  /** @type {Runtime} */
  const own = {
    ...identifyProcess(process.pid),
    startedAt: new Date().toISOString(),
    ...{ apiUrl, webUrl, apiPort, webPort },
    ...('isRestore' in claim && { isRestore: true }),
    children: {},
  };
  for (;;) {
    const holder = readRuntime(dataDir);
    if (!holder && createRuntime(dataDir, own)) {
      removeDrafts(dataDir);
      return own;
    }
    if (!holder) continue;
    if (holder.pid === process.ppid && isAlive(holder)) {
      writeRuntime(dataDir, own);
      return own;
    }
    if (isAlive(holder)) throw new Problem(alreadyRunning(dataDir, holder));
    await stopOrphans(holder);
    if (!removeStaleLock(dataDir, holder, own)) await sleep(20);
  }
}

/**
 * Unlocks the folder, unless another process has locked it.
 * @param {string} dataDir
 */
export function releaseDataDir(dataDir) {
  const holder = readRuntime(dataDir);
  if (holder?.pid === process.pid) removeOwnLock(dataDir, holder);
}

/**
 * @param {string} dataDir
 * @param {Runtime} runtime
 */
export function writeRuntime(dataDir, runtime) {
  renameSync(writeDraft(dataDir, runtime), runtimeFile(dataDir));
}

/** @param {string} dataDir @param {string} [file] */
function readRuntime(dataDir, file = runtimeFile(dataDir)) {
  try {
    return parseRuntime(readFileSync(file, 'utf8'));
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code === 'ENOENT') return undefined;
    throw error;
  }
}

// The file is written atomically. So it is invalid only after a crash of the machine, when no process is left.
/** @param {string} text @returns {Runtime} */
function parseRuntime(text) {
  try {
    return JSON.parse(text);
  } catch {
    return NO_HOLDER;
  }
}

/**
 * @param {string} dataDir
 * @param {Runtime} runtime
 * @param {string} [file]
 * @returns {boolean} false when another process was faster
 */
function createRuntime(dataDir, runtime, file = runtimeFile(dataDir)) {
  const draft = writeDraft(dataDir, runtime);
  try {
    linkSync(draft, file);
    return true;
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code === 'EEXIST') return false;
    throw error;
  } finally {
    rmSync(draft);
  }
}

/** @param {Runtime | undefined} a @param {Runtime} b */
const isSame = (a, b) => a?.pid === b.pid && a.started === b.started;

/**
 * Removes the lock of a dead holder, unless it is gone. A second lock lets one process at a time do so: otherwise a
 * slow process could remove the new lock of a faster start.
 * @param {string} dataDir
 * @param {Runtime} deadHolder
 * @param {Runtime} own
 * @returns {boolean} false when another process is removing it
 */
function removeStaleLock(dataDir, deadHolder, own) {
  const removal = removalFile(dataDir);
  if (!createRuntime(dataDir, own, removal)) {
    const other = readRuntime(dataDir, removal);
    if (other && !isAlive(other)) rmSync(removal, { force: true });
    return false;
  }
  try {
    if (isSame(readRuntime(dataDir), deadHolder)) rmSync(runtimeFile(dataDir));
  } finally {
    rmSync(removal);
  }
  return true;
}

// Renames the lock before removing it, to see which lock it is: a child may have taken it over meanwhile, whose lock is
// put back.
/** @param {string} dataDir @param {Runtime} own */
function removeOwnLock(dataDir, own) {
  const aside = `${runtimeFile(dataDir)}.${process.pid}.old`;
  try {
    renameSync(runtimeFile(dataDir), aside);
  } catch {
    return;
  }
  if (isSame(parseRuntime(readFileSync(aside, 'utf8')), own)) rmSync(aside);
  else renameSync(aside, runtimeFile(dataDir));
}

/** @param {string} dataDir @param {Runtime} runtime */
function writeDraft(dataDir, runtime) {
  const draft = `${runtimeFile(dataDir)}.${process.pid}`;
  try {
    writeFileSync(draft, `${JSON.stringify(runtime, null, 2)}\n`, { mode: 0o600 });
    return draft;
  } catch (error) {
    rmSync(draft, { force: true });
    throw error;
  }
}

/** The files that a start writes before it renames them to their final names. */
const DRAFT = /^(?:runtime\.json|app-secret|installation-id|postgres-application-password)\.(\d+)(?:\.old)?$/;

/**
 * Removes the drafts of starts that were killed, or could not write them on a full disk.
 * @param {string} dataDir
 */
function removeDrafts(dataDir) {
  for (const name of readdirSync(dataDir)) {
    const pid = Number(DRAFT.exec(name)?.[1]);
    if (pid && !isRunning(pid)) rmSync(join(dataDir, name), { force: true });
  }
}

/**
 * Stops the programs before the database that they use.
 * @param {Runtime} runtime
 */
async function stopOrphans({ children }) {
  for (const name of ['build', 'web', 'worker', 'api', 'database']) {
    const child = children[name];
    if (!child || !isAlive(child)) continue;
    // Wait for the whole group of a build: its leader ends before the tools that it has started, which lock the build.
    const isStillRunning = () => (name === 'build' ? isGroupRunning(child.pid) : isAlive(child));
    // After SIGTERM, PostgreSQL would wait for its last client.
    signalGroup(child.pid, name === 'database' ? 'SIGINT' : 'SIGTERM');
    const deadline = Date.now() + (name === 'build' ? 15_000 : 5_000);
    while (isStillRunning() && Date.now() < deadline) await sleep(50);
    signalGroup(child.pid, 'SIGKILL');
  }
}

/** @param {string} dataDir @param {Runtime} holder */
function alreadyRunning(dataDir, { pid, webUrl, apiUrl, isRestore }) {
  if (isRestore) {
    return `A backup is being restored into ${dataDir} (process ${pid}). Start again once the restore has ended.`;
  }
  return [
    `Crewboard is already running on the data in ${dataDir}`,
    '',
    `    Board   ${webUrl}`,
    `    API     ${apiUrl}`,
    '',
    `Stop that one first, with Ctrl-C in its terminal or \`kill ${pid}\`; or give this one`,
    'a DATA_DIR, a WEB_PORT and an API_PORT of its own.',
  ].join('\n');
}
