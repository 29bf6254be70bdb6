// The supervisor of `npm start` and `pnpm dev`, which start.mjs runs on the Node of the project once everything is
// built. Starts the database, the API, the worker and the board in this order, starts each again when it exits, makes
// backups, and stops everything at a signal.
import { join } from 'node:path';
import { resolveDataLocation } from '../packages/db/src/embedded/index.ts';
import { readInstallationId } from '../packages/db/src/installation-id.ts';
import { describeError } from './setup/problem.mjs';
import { projectRoot } from './setup/project.mjs';
import { dim, green, print, red, step, yellow } from './setup/terminal.mjs';
import { builtAdmin } from './supervisor/admin-command.ts';
import { readAppSecrets } from './supervisor/app-secret.mjs';
import { makeBackups } from './supervisor/backups.ts';
import { databaseService } from './supervisor/database-service.ts';
import { describeEnvironment } from './supervisor/describe-environment.ts';
import { setUpOnce } from './supervisor/first-start.ts';
import { keepRunning, type ServiceSupervisor } from './supervisor/keep-running.ts';
import { LogFolder } from './supervisor/log-folder.ts';
import { migrateDatabase } from './supervisor/migrate-database.ts';
import { nodeService } from './supervisor/node-service.ts';
import { identifyProcess } from './supervisor/processes.mjs';
import { builtPrograms } from './supervisor/programs.ts';
import { claimDataDir, releaseDataDir, writeRuntime } from './supervisor/runtime.mjs';
import type { Service } from './supervisor/service.ts';
import { readSettings } from './supervisor/settings.mjs';
import { renderDevelopmentScreen, renderScreen } from './supervisor/start-screen.ts';
import { checkWebhooks } from './supervisor/webhook-checks.ts';

const development = process.argv[2] === '--dev' ? await import('./supervisor/development.ts') : undefined;
const settings = readSettings(process.env);
const programs = development?.sourcePrograms(settings.host) ?? builtPrograms;
const { dataDir, movedFrom } = resolveDataLocation(projectRoot);
const appSecrets = readAppSecrets(process.env, dataDir);
const shutdownDelayMs = settings.shutdownDelayS * 1_000;
const logs = new LogFolder(join(dataDir, 'logs'), settings.logMaxMb, development?.showLog);
const stopRequested = listenForSignals();
const runtime = await claimDataDir(dataDir, settings).catch((error) => {
  console.error(`\n${describeError(error)}`);
  process.exit(1);
});
/** In the order in which they are stopped: the last one started first. */
const supervisors: ServiceSupervisor[] = [];
/** The URL for the role that owns the tables. Only migrations get it, and no process that keeps running. */
let ownerUrl: string | undefined;
let backups: { stop(): Promise<void> } | undefined;

try {
  await Promise.race([startEverything(), stopRequested]);
  await stopRequested;
} catch (error) {
  console.error(`\n${describeError(error)}`);
  process.exitCode = 1;
}
print('');
await step('Shutdown', stopEverything);
releaseDataDir(dataDir);
process.exit();

async function startEverything(): Promise<void> {
  runtime.databaseUrl = settings.databaseUrl;
  Object.assign(runtime, describeEnvironment(process.env, settings));
  ownerUrl = settings.databaseOwnerUrl;
  runtime.webhookAllow = settings.webhookAllow;
  runtime.installationId = findInstallationId();
  if (!settings.databaseUrl) await step('Database', startDatabase);
  // The web server does not use the database, so it gets no database URL; only migrations get the owner's.
  const { DATABASE_URL: _, DATABASE_OWNER_URL: __, ...inherited } = process.env;
  const webEnv = { ...inherited, HOST: settings.host, ...appSecrets };
  const env = {
    ...webEnv,
    // The absolute path: a relative one is relative to the project, and not to the working directory of a program.
    ...(settings.backups && { BACKUP_DIR: settings.backups.folder }),
    DATABASE_URL: runtime.databaseUrl,
    WEBHOOK_ALLOW: settings.webhookAllow,
    INSTALLATION_ID: runtime.installationId,
  };

  const migrations = {
    program: programs.migrate,
    env: { ...env, DATABASE_OWNER_URL: ownerUrl },
    log: logs.open('migrate'),
  };
  await step('Migrations', () => migrateDatabase(migrations));
  await step('API', () => startApi(env));
  if (settings.webhookDelivery === 'worker') await step('Worker', () => startWorker(env));
  if (development) {
    const demoTeam = { apiUrl: settings.apiUrl, dataDir };
    const [owner] = await step('Board', () =>
      Promise.all([
        settings.databaseUrl ? undefined : development.openDemoTeam(env, demoTeam),
        startWeb(webEnv),
      ]),
    );
    print(renderDevelopmentScreen({ settings, dataDir, owner }));
    return startBackups(env);
  }
  const {
    started: [firstStart],
    ...checks
  } = await step('Board', () =>
    checkWebhooks(
      env,
      Promise.all([settings.databaseUrl ? undefined : setUpOnce(env, builtAdmin), startWeb(webEnv)]),
    ),
  );
  print(renderScreen({ settings, dataDir, movedFrom, firstStart, ...checks }));
  startBackups(env);
}

/** Call it after the first start has created the team and the account, so that the first backup has them. */
function startBackups(env: NodeJS.ProcessEnv): void {
  if (!settings.backups) return;
  const warn = (text: string) => report(yellow('!'), text);
  backups = makeBackups({ settings: settings.backups, env, log: logs.open('backup'), warn });
}

/**
 * Returns INSTALLATION_ID. Without it, returns the identity of the data folder if that has the database or DATA_DIR is
 * set. With an external database, the default folder identifies nothing: each machine has one of its own.
 */
function findInstallationId(): string | undefined {
  const isFolderOfInstallation = !settings.databaseUrl || settings.isDataDirSet;
  return settings.installationId ?? (isFolderOfInstallation ? readInstallationId(dataDir) : undefined);
}

function startDatabase(): Promise<void> {
  return keep(
    databaseService({
      dataDir,
      log: logs.open('postgres'),
      onStart({ url, ownerUrl: ofOwner, port }) {
        ownerUrl = ofOwner;
        runtime.databaseUrl = url;
        runtime.databasePort = port;
      },
    }),
  );
}

function startApi(env: NodeJS.ProcessEnv): Promise<void> {
  return keepProgram('api', {
    title: 'API',
    env: { ...env, API_PORT: String(settings.apiPort) },
    ready: { url: `${settings.apiUrl}/readyz?for=writes`, isReady: (status) => status === 200 },
    stopTimeoutMs: 25_000 + shutdownDelayMs,
  });
}

function startWorker(env: NodeJS.ProcessEnv): Promise<void> {
  return keepProgram('worker', {
    title: 'worker',
    // METRICS_PORT is that of the API.
    env: { ...env, METRICS_PORT: settings.workerMetricsPort?.toString() },
    ready: 'message',
    stopTimeoutMs: 25_000,
  });
}

function startWeb(env: NodeJS.ProcessEnv): Promise<void> {
  return keepProgram('web', {
    title: 'board',
    env: { ...env, PORT: String(settings.webPort), HOSTNAME: settings.host, API_URL: settings.apiUrl },
    // `next dev` compiles a page when it is requested, so request a file that does not exist.
    ready: {
      url: development ? `${settings.webUrl}/_next/static/none` : settings.webUrl,
      isReady: (status) => status < 500,
    },
    stopTimeoutMs: 12_000 + shutdownDelayMs,
  });
}

type ProgramOptions = Omit<Parameters<typeof nodeService>[0], 'name' | 'program' | 'log'>;

function keepProgram(name: 'api' | 'worker' | 'web', options: ProgramOptions): Promise<void> {
  return keep(nodeService({ name, program: programs[name], log: logs.open(name), ...options }));
}

/** Starts a service and keeps it running. Resolves when it is ready for the first time. */
function keep(service: Service): Promise<void> {
  const supervisor = keepRunning(service, {
    onLaunch(pid) {
      runtime.children[service.name] = identifyProcess(pid);
      writeRuntime(dataDir, runtime);
    },
    onExit: (reason) => report(red('✗'), `The ${service.title} ${reason}; starting it again`),
    onRestartFailed: (reason) => report(red('✗'), `The ${service.title} could not start again: ${reason}`),
    onRecovered: (ms) => report(green('✓'), `The ${service.title} is back after ${(ms / 1000).toFixed(1)} s`),
  });
  supervisors.unshift(supervisor);
  return supervisor.firstReady;
}

async function stopEverything(): Promise<void> {
  await backups?.stop();
  for (const supervisor of supervisors) await supervisor.stop();
}

/** Resolves at the first signal to stop; a second one kills all services. */
function listenForSignals(): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  let firstAt: number | undefined;
  const onSignal = () => {
    firstAt ??= Date.now();
    resolve();
    // Ctrl-C arrives twice: from the terminal, and forwarded by npm.
    if (Date.now() - firstAt > 500) stopAtOnce();
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, onSignal);
  // Stop as well when the parent process was killed.
  process.on('disconnect', onSignal);
  return promise;
}

function stopAtOnce(): void {
  for (const supervisor of supervisors) supervisor.kill();
  setTimeout(() => process.exit(1), 3000).unref();
}

function report(mark: string, text: string): void {
  print(`  ${dim(new Date().toLocaleTimeString('en-GB'))}  ${mark} ${text.split('\n')[0]}`);
}
