import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Problem } from './problem.mjs';

export const projectRoot = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

/** The systems for which npm installs a Node: see `optionalDependencies` in package.json. */
const WITH_NODE = ['linux-x64', 'linux-arm64'];

/**
 * Throws on Windows, and on a Node that is too old. Node 20 suffices for the scripts if npm installs a Node 24 for the
 * services; otherwise this Node runs the services as well.
 */
export function requireSystem({ platform, arch, version } = process) {
  if (platform === 'win32') {
    throw new Problem(
      'Crewboard does not run on Windows itself: run it in WSL, https://learn.microsoft.com/windows/wsl',
    );
  }
  const hasNode = WITH_NODE.includes(`${platform}-${arch}`);
  const required = hasNode ? 20 : 24;
  if (majorVersion(version) >= required) return;
  const where = hasNode ? '' : ` on ${platform}-${arch}`;
  throw new Problem(
    `Crewboard needs Node ${required} or newer${where}; this is ${version}. Get one at https://nodejs.org`,
  );
}

/** Finds the Node 24 that npm has installed into the project; on systems without one, this Node. */
export function findProjectNode() {
  const installed = join(projectRoot, 'node_modules/.bin/node');
  if (existsSync(installed)) return installed;
  if (majorVersion(process.version) >= 24) return process.execPath;
  // npm may have installed no optional dependencies.
  throw new Problem(
    `Crewboard runs on Node 24, and npm installed none for ${process.platform}-${process.arch}.\n` +
      `Get Node 24 or newer at https://nodejs.org and start again with it; this is ${process.version}.`,
  );
}

/** The pinned package manager for `npx`: pnpm@<version>. */
export function packageManager() {
  return readManifest().packageManager;
}

export function projectVersion() {
  return readManifest().version;
}

function readManifest() {
  return JSON.parse(readFileSync(join(projectRoot, 'package.json'), 'utf8'));
}

/** @param {string} version such as v24.1.0 */
function majorVersion(version) {
  return Number.parseInt(version.slice(1), 10);
}
