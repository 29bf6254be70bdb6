import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parseSync } from 'oxc-parser';
import { listFiles } from './list-files.ts';

// Fails when a small file of the web app has a single importer, of which it should be a part: rule 10 of
// ARCHITECTURE.md.

const minLines = 25;
const source = 'apps/web/src/';

/** Files whose comments say why they are separate. */
const exceptions = new Set([`${source}lib/trpc/stream-client.ts`]);

type Import = { importer: string; isLazy: boolean };

const isTest = (file: string): boolean => /\.test\.tsx?$/.test(file);

/** Whether Next looks for the file by its name. */
const isOfNext = (file: string): boolean =>
  /\/(page|layout|error|not-found|route|proxy|instrumentation)\.tsx?$/.test(file);

/** The file that an import names; undefined for packages. */
function resolve(importer: string, specifier: string): string | undefined {
  if (specifier.startsWith('#')) return source + specifier.slice(1);
  if (specifier.startsWith('.')) return path.posix.join(path.posix.dirname(importer), specifier);
}

function importsOf(importer: string, text: string): { target: string | undefined; isLazy: boolean }[] {
  const { staticImports, staticExports, dynamicImports } = parseSync(importer, text).module;
  const reexports = staticExports.flatMap(({ entries }) =>
    entries.flatMap(({ moduleRequest }) => moduleRequest?.value ?? []),
  );
  const eager = [...staticImports.map(({ moduleRequest }) => moduleRequest.value), ...reexports];
  const lazy = dynamicImports.map(({ moduleRequest: { start, end } }) => text.slice(start + 1, end - 1));
  return [
    ...eager.map((specifier) => ({ target: resolve(importer, specifier), isLazy: false })),
    ...lazy.map((specifier) => ({ target: resolve(importer, specifier), isLazy: true })),
  ];
}

const texts = new Map(
  listFiles('apps/web', 'e2e')
    .filter((file) => /\.tsx?$/.test(file))
    .map((file) => [file, readFileSync(file, 'utf8')]),
);
const importsByTarget = new Map<string, Import[]>();
for (const [importer, text] of texts) {
  for (const { target, isLazy } of importsOf(importer, text)) {
    if (target) importsByTarget.set(target, [...(importsByTarget.get(target) ?? []), { importer, isLazy }]);
  }
}

/** The importer of which a file must be a part; undefined for files that may stay. */
function ownerOf(file: string, text: string): string | undefined {
  const lines = text.split('\n').length - 1;
  const isHook = path.basename(file).startsWith('use-');
  if (!file.startsWith(source) || lines >= minLines || isHook || isOfNext(file) || exceptions.has(file))
    return;
  const imports = importsByTarget.get(file) ?? [];
  const importers = new Set(imports.map(({ importer }) => importer));
  const [owner] = importers;
  // Both sides of lazy loading stay separate: the module that is loaded late, and the module that loads it.
  const isLazy = imports.some((each) => each.isLazy) || /\blazyPart\(|\blazyControl\(/.test(text);
  const isAlone = importers.size === 1 && owner?.startsWith(source) && !isTest(owner) && !isTest(file);
  return isAlone && !isLazy ? owner : undefined;
}

let count = 0;
for (const [file, text] of texts) {
  const owner = ownerOf(file, text);
  if (!owner) continue;
  count += 1;
  console.log(`${file} has fewer than ${minLines} lines and one importer: make it part of ${owner}`);
}
process.exitCode = count === 0 ? 0 : 1;
