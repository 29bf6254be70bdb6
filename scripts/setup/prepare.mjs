import { existsSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { projectRoot } from './project.mjs';
import { runPnpm } from './run-tool.mjs';
import { fingerprint, isStamped, listSources, removeStamp, writeStamp } from './stamp.mjs';

/** @typedef {{ logsDir: string, interrupted: AbortSignal }} Context */

const ROOT_MANIFESTS = [
  'package.json',
  'pnpm-lock.yaml',
  'pnpm-workspace.yaml',
  'tsconfig.base.json',
  'turbo.json',
].map((name) => join(projectRoot, name));

const GENERATED = join(projectRoot, 'packages/db/src/generated');
const WEB_SERVER = join(projectRoot, 'apps/web/.next/standalone/apps/web/server.js');

/**
 * Installs the dependencies as the lockfile says, unless they are those of the last time.
 * @param {Context} context
 */
export async function installDependencies({ logsDir, interrupted }) {
  const packages = findPackages();
  const wanted = fingerprint([...ROOT_MANIFESTS, ...packages.map((folder) => join(folder, 'package.json'))]);
  const isThere = packages.every((folder) => existsSync(join(folder, 'node_modules')));
  if (isThere && isStamped('install', wanted)) return;
  removeStamp('install');
  await runPnpm(['install', '--frozen-lockfile', '--config.confirmModulesPurge=false'], {
    logFile: join(logsDir, 'install.log'),
    interrupted,
  });
  writeStamp('install', wanted);
}

/**
 * Makes the code that the sources import but that is not kept with them.
 * @param {Context} context
 */
export async function generateCode({ logsDir, interrupted }) {
  await runPnpm(['exec', 'turbo', 'run', 'generate'], { logFile: join(logsDir, 'build.log'), interrupted });
}

/**
 * Builds what runs. Asking turbo takes a second or two: not needed when neither what it reads nor what it
 * makes has changed since it last ran here.
 * @param {Context} context
 */
export async function buildEverything({ logsDir, interrupted }) {
  const sources = fingerprint([
    ...ROOT_MANIFESTS,
    ...['apps', 'packages'].flatMap((folder) => listSources(join(projectRoot, folder))),
  ]);
  if (isStamped('build', `${sources} ${fingerprintOutputs()}`)) return;
  removeStamp('build');
  await runPnpm(['exec', 'turbo', 'run', 'generate', 'build'], {
    logFile: join(logsDir, 'build.log'),
    interrupted,
  });
  writeStamp('build', `${sources} ${fingerprintOutputs()}`);
}

function fingerprintOutputs() {
  const generated = existsSync(GENERATED) ? listSources(GENERATED) : [];
  return fingerprint([...generated, WEB_SERVER, join(dirname(WEB_SERVER), '.next/BUILD_ID')]);
}

function findPackages() {
  const parents = ['.', 'apps', 'packages'].map((folder) => join(projectRoot, folder));
  return parents
    .flatMap((parent) => readdirSync(parent).map((name) => join(parent, name)))
    .filter((folder) => existsSync(join(folder, 'package.json')));
}
