import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { findNewestBackup } from '../../packages/db/src/backup/backup-folder.ts';
import { isBackupLate } from '../../packages/db/src/backup/backup-settings.mjs';
import { recordFailure } from '../../packages/db/src/backup/read-backups.ts';
import type { LogFile } from './log-folder.ts';
import type { BackupSettings } from './settings.mjs';
import { spawnProgram } from './spawn-program.ts';

const CHECK_INTERVAL_MS = 10_000;
const MAX_RETRY_DELAY_MS = 10 * 60_000;
/** As pino numbers them, because the log of backups has the form of the other logs. */
const LEVELS = { info: 30, warn: 40, error: 50 };

type Options = {
  settings: BackupSettings;
  /** The environment of `admin backup`, with the URL of the database. */
  env: NodeJS.ProcessEnv;
  log: LogFile;
  /** Shows a problem in the terminal. */
  warn(text: string): void;
};

/** Makes backups from now on, each by a process that runs `admin backup`. `stop` ends a backup that is under way. */
export function makeBackups({ settings, env, log, warn }: Options): { stop(): Promise<void> } {
  const { folder, everyMs, keep } = settings;
  const startedAt = Date.now();
  let attemptedAt: number | undefined;
  let warnedAt: number | undefined;
  let child: ChildProcess | undefined;
  let running: Promise<void> | undefined;
  let isStopping = false;

  const report = (level: keyof typeof LEVELS, msg: string) => {
    log.write(`${JSON.stringify({ level: LEVELS[level], time: Date.now(), msg })}\n`);
    if (level !== 'info') warn(msg);
  };

  async function run(): Promise<void> {
    const args = ['apps/api/src/cli/admin.ts', 'backup', folder, '--keep', String(keep), '--json'];
    const started = spawnProgram(args, env);
    child = started.child;
    const lines: string[] = [];
    for (const stream of started.outputs) createInterface(stream).on('line', (line) => lines.push(line));
    const [code, signal] = await once(child, 'close');
    child = undefined;
    if (code === 0) report('info', `backup made: ${lines.join(' ')}`);
    // The next backup deletes what a failed one has written.
    else if (!isStopping) {
      const reason = lines.at(-1)?.replace('crewboard: ', '') ?? signal ?? `exit code ${code}`;
      report('error', `The backup failed: ${reason}`);
      // `admin backup` records its failures itself, unless it is killed.
      if (signal) await recordFailure(folder, `It was ended by ${signal}.`);
    }
  }

  async function check(): Promise<void> {
    const newest = await findNewestBackup(folder).catch(() => undefined);
    const plan = planBackups({
      ...{ everyMs, startedAt, attemptedAt, warnedAt },
      now: Date.now(),
      newestAt: newest?.createdAt.getTime(),
    });
    if (plan.isWarningDue) {
      warnedAt = Date.now();
      report('warn', `${describeNewest(newest?.createdAt)} in ${folder}. See ${log.path}`);
    }
    // Check this after the warning, which must come even while a backup hangs.
    if (!plan.isBackupDue || running || isStopping) return;
    attemptedAt = Date.now();
    running = run()
      .catch((error: Error) => report('error', `The backup failed: ${error.message}`))
      .finally(() => {
        running = undefined;
      });
  }

  const timer = setInterval(check, CHECK_INTERVAL_MS);
  const firstCheck = check();
  return {
    async stop() {
      isStopping = true;
      clearInterval(timer);
      await firstCheck;
      child?.kill('SIGTERM');
      await running;
    },
  };
}

type State = {
  now: number;
  everyMs: number;
  /** When backups could begin, from which the first one is late. */
  startedAt: number;
  /** Undefined if there is none. */
  newestAt: number | undefined;
  attemptedAt: number | undefined;
  warnedAt: number | undefined;
};

/**
 * A backup is due when the newest one is `everyMs` old. After a failure it is due again after up to 10 minutes. A
 * warning is due once in `everyMs` while there was no new backup for twice `everyMs`.
 */
export function planBackups({ now, everyMs, startedAt, newestAt, attemptedAt, warnedAt }: State) {
  const retryDelayMs = Math.min(everyMs, MAX_RETRY_DELAY_MS);
  const isBackupOld = newestAt === undefined || now - newestAt >= everyMs;
  const isLate = isBackupLate({ now, newestAt, startedAt, everyMs });
  // A time in the future means that the clock was set back.
  const hasPassed = (time: number | undefined, ms: number) =>
    time === undefined || time > now || now - time >= ms;
  return {
    isBackupDue: isBackupOld && hasPassed(attemptedAt, retryDelayMs),
    isWarningDue: isLate && hasPassed(warnedAt, everyMs),
  };
}

const describeNewest = (createdAt: Date | undefined) =>
  createdAt ? `The last backup is of ${createdAt.toISOString()}` : 'There is no backup';
