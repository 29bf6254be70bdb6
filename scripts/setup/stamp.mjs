// Stamps record for which inputs a step, such as the installation or the build, has last succeeded, so that the next
// start can skip it.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { projectRoot } from './project.mjs';

/** `dist` and LICENSE are what a build and `npm pack` write beside the sources. */
const GENERATED_NAMES = new Set(['node_modules', 'generated', 'dist', 'LICENSE', 'next-env.d.ts']);

/**
 * Hashes the names and the content of these files.
 * @param {string[]} files
 */
export function fingerprint(files) {
  const hash = createHash('sha256').update(`${process.platform} ${process.arch}`);
  for (const file of files) {
    const content = existsSync(file) ? readFileSync(file) : 'missing';
    hash.update(`\0${relative(projectRoot, file)}\0`).update(content);
  }
  return hash.digest('hex');
}

/**
 * Lists the source files in a folder of the project, without generated ones.
 * @param {string} folder
 * @returns {string[]}
 */
export function listSources(folder) {
  return readdirSync(folder, { withFileTypes: true })
    .filter(({ name }) => !name.startsWith('.') && !GENERATED_NAMES.has(name))
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => {
      const path = join(folder, entry.name);
      return entry.isDirectory() ? listSources(path) : entry.isFile() ? [path] : [];
    });
}

/** @param {string} name @param {string} value */
export function isStamped(name, value) {
  const file = stampFile(name);
  return existsSync(file) && readFileSync(file, 'utf8') === value;
}

/** @param {string} name @param {string} value */
export function writeStamp(name, value) {
  mkdirSync(dirname(stampFile(name)), { recursive: true });
  writeFileSync(stampFile(name), value);
}

/** @param {string} name */
export function removeStamp(name) {
  rmSync(stampFile(name), { force: true });
}

// Stamps are in node_modules, so that removing that folder removes them as well.
/** @param {string} name */
function stampFile(name) {
  return join(projectRoot, 'node_modules/.crewboard', name);
}
