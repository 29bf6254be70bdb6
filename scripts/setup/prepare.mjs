import { existsSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { writeCommit } from './commit.mjs';
import { projectRoot } from './project.mjs';
import { runPnpm } from './run-tool.mjs';
import { fingerprint, isStamped, listSources, removeStamp, writeStamp } from './stamp.mjs';

/** @typedef {{ logsDir: string, interrupted: AbortSignal, onSpawn?: (pid: number) => void }} Context */

const ROOT_MANIFESTS = [
  'package.json',
  'pnpm-lock.yaml',
  'pnpm-workspace.yaml',
  'tsconfig.base.json',
  'turbo.json',
].map((name) => join(projectRoot, name));

const BUILD_SCRIPTS = ['portable-folder.ts', 'third-party-licenses.ts'].map((name) =>
  join(projectRoot, 'scripts/build', name),
);
const DB_PACKAGE = join(projectRoot, 'packages/db');
const GENERATED = join(DB_PACKAGE, 'src/generated');
const API_PROGRAM = join(projectRoot, 'apps/api/dist/main.js');
const WEB_SERVER = join(projectRoot, 'apps/web/.next/standalone/apps/web/server.js');

/**
 * Installs the dependencies of the lockfile, unless they have not changed since the last install.
 * @param {Context} context
 */
export async function installDependencies({ logsDir, interrupted, onSpawn }) {
  const packages = findPackages();
  const current = fingerprint([...ROOT_MANIFESTS, ...packages.map((folder) => join(folder, 'package.json'))]);
  const isInstalled = packages.every((folder) => existsSync(join(folder, 'node_modules')));
  if (isInstalled && isStamped('install', current)) return;
  removeStamp('install');
  await runPnpm(['install', '--frozen-lockfile', '--config.confirmModulesPurge=false'], {
    logFile: join(logsDir, 'install.log'),
    ...{ interrupted, onSpawn },
  });
  writeStamp('install', current);
}

/**
 * Generates the code that the sources import and the repository does not contain.
 * @param {Context} context
 */
export async function generateCode(context) {
  const inputs = ['prisma.config.ts', 'package.json'].map((name) => join(DB_PACKAGE, name));
  const sources = fingerprint([...ROOT_MANIFESTS, ...inputs, ...listSources(join(DB_PACKAGE, 'prisma'))]);
  await runTurbo(['generate'], { sources, outputs: () => fingerprint(listGenerated()), context });
}

/**
 * Builds the apps.
 * @param {Context} context
 */
export async function buildEverything(context) {
  const sources = fingerprint([
    ...ROOT_MANIFESTS,
    ...BUILD_SCRIPTS,
    ...['apps', 'packages'].flatMap((folder) => listSources(join(projectRoot, folder))),
  ]);
  const built = [API_PROGRAM, WEB_SERVER, join(dirname(WEB_SERVER), '.next/BUILD_ID')];
  const outputs = () => fingerprint([...listGenerated(), ...built]);
  await runTurbo(['generate', 'build'], { sources, outputs, context });
  writeCommit();
}

/**
 * Skips turbo, which takes a second or two, when neither its inputs nor its outputs have changed since its last run.
 * @param {string[]} tasks
 * @param {{ sources: string, outputs: () => string, context: Context }} options
 */
async function runTurbo(tasks, { sources, outputs, context: { logsDir, ...context } }) {
  const stamp = tasks.join('-');
  if (isStamped(stamp, `${sources} ${outputs()}`)) return;
  removeStamp(stamp);
  const logFile = join(logsDir, 'build.log');
  await runPnpm(['exec', 'turbo', 'run', ...tasks], { logFile, ...context });
  writeStamp(stamp, `${sources} ${outputs()}`);
}

const listGenerated = () => (existsSync(GENERATED) ? listSources(GENERATED) : []);

function findPackages() {
  const parents = ['.', 'apps', 'packages'].map((folder) => join(projectRoot, folder));
  return parents
    .flatMap((parent) => readdirSync(parent).map((name) => join(parent, name)))
    .filter((folder) => existsSync(join(folder, 'package.json')));
}
