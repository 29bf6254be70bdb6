// Compares the compressed JavaScript that each page of the board loads with its budget, and looks for zod in it.
//   node scripts/bundle-budget.mjs            prints the sizes
//   node scripts/bundle-budget.mjs --write    sets each budget to 1 KiB above what the page loads now
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { runInNewContext } from 'node:vm';
import { gzipSync } from 'node:zlib';
import { Problem } from './setup/problem.mjs';
import { projectRoot } from './setup/project.mjs';
import { print } from './setup/terminal.mjs';

/** @typedef {Record<string, number>} Sizes KiB of each page */

const BUILD = join(projectRoot, 'apps/web/.next');
const MANIFEST = 'page_client-reference-manifest.js';
const BUDGET_FILE = join(projectRoot, 'scripts/bundle-budget.json');
const HEADROOM_KIB = 1;

/**
 * Finds the pages of the build that exceed their budget or have none.
 * @returns {string[]} one line for each
 */
export function findOverweightPages() {
  const budgets = readBudgets();
  return Object.entries(measurePages()).flatMap(([page, size]) => {
    const budget = budgets[page];
    if (budget === undefined) return [`${page} has no budget: node scripts/bundle-budget.mjs --write`];
    return size > budget ? [`${page} loads ${size} KiB of JavaScript; its budget is ${budget} KiB`] : [];
  });
}

/**
 * Finds the chunks that contain zod: 127 KiB that only the service needs.
 * @returns {string[]} one line for each
 */
export function findChunksWithZod() {
  const chunks = join(BUILD, 'static/chunks');
  return readdirSync(chunks, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.js') && readFileSync(join(chunks, file), 'utf8').includes('_zod'))
    .map((file) => `${file} has zod: a page imports a module of the contracts that uses it`);
}

/** @returns {Sizes} */
function readBudgets() {
  return existsSync(BUDGET_FILE) ? JSON.parse(readFileSync(BUDGET_FILE, 'utf8')) : {};
}

/** @returns {Sizes} */
function measurePages() {
  const app = join(BUILD, 'server/app');
  if (!existsSync(app)) throw new Problem('There is no build of the board to measure: pnpm build');
  /** @type {Map<string, number>} */
  const sizes = new Map();
  /** @param {string} chunk */
  const sizeOf = (chunk) => {
    const known = sizes.get(chunk) ?? gzipSync(readFileSync(join(BUILD, chunk))).length;
    sizes.set(chunk, known);
    return known;
  };
  const pages = readdirSync(app, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith(MANIFEST) && !path.startsWith('_'))
    .sort();
  return Object.fromEntries(
    pages.map((path) => {
      const bytes = [...chunksOf(join(app, path))].reduce((sum, chunk) => sum + sizeOf(chunk), 0);
      return [`/${dirname(path)}`.replace(/^\/\.$/, '/'), Math.round(bytes / 102.4) / 10];
    }),
  );
}

// The chunks that a page loads: those of every page, of the page itself, and of its layouts and boundaries.
/** @param {string} manifestFile */
function chunksOf(manifestFile) {
  const buildManifest = manifestFile.replace('_client-reference-manifest.js', '/build-manifest.json');
  const { rootMainFiles } = JSON.parse(readFileSync(buildManifest, 'utf8'));
  /** @type {{ __RSC_MANIFEST: Record<string, { entryJSFiles: Record<string, string[]> }> }} */
  const scope = { __RSC_MANIFEST: {} };
  runInNewContext(readFileSync(manifestFile, 'utf8'), { globalThis: scope });
  const entries = Object.values(scope.__RSC_MANIFEST).flatMap(({ entryJSFiles }) =>
    Object.values(entryJSFiles),
  );
  return new Set([...rootMainFiles, ...entries.flat()]);
}

if (process.argv[1] === import.meta.filename) {
  const sizes = measurePages();
  if (process.argv.includes('--write')) {
    const budgets = Object.entries(sizes).map(([page, size]) => [page, Math.ceil(size + HEADROOM_KIB)]);
    writeFileSync(BUDGET_FILE, `${JSON.stringify(Object.fromEntries(budgets), null, 2)}\n`);
  }
  const budgets = readBudgets();
  for (const [page, size] of Object.entries(sizes)) {
    print(`${String(size).padStart(7)} of ${String(budgets[page] ?? '?').padStart(4)} KiB  ${page}`);
  }
  for (const line of findChunksWithZod()) print(line);
  process.exitCode = findOverweightPages().length + findChunksWithZod().length > 0 ? 1 : 0;
}
