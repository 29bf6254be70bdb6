import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Problem } from './problem.mjs';

export const projectRoot = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

/** The Node that runs this script; the services run on the project's Node. */
export function requireNode20() {
  if (majorVersion() >= 20) return;
  throw new Problem(
    `Crewboard needs Node 20 or newer to start; this is ${process.version}. Get one at https://nodejs.org`,
  );
}

/** The Node 24 that was installed into the project, or this Node on platforms without one. */
export function findProjectNode() {
  const installed = join(projectRoot, 'node_modules/.bin/node');
  if (existsSync(installed)) return installed;
  if (majorVersion() >= 24) return process.execPath;
  throw new Problem(
    `Crewboard runs on Node 24, and no Node 24 is available to install for ${process.platform}-${process.arch}.\n` +
      `Get Node 24 or newer at https://nodejs.org and start again with it; this is ${process.version}.`,
  );
}

/** The pinned package manager, as `npx` names it: pnpm@<version>. */
export function packageManager() {
  return readManifest().packageManager;
}

export function projectVersion() {
  return readManifest().version;
}

function readManifest() {
  return JSON.parse(readFileSync(join(projectRoot, 'package.json'), 'utf8'));
}

function majorVersion() {
  return Number.parseInt(process.versions.node, 10);
}
