import path from 'node:path';
import { type Import, importsOf, isOfNext, readModules, webSource } from './web-imports.ts';

// Fails when a small file of the web app has a single importer, of which it should be a part: rule 10 of
// ARCHITECTURE.md.

const minLines = 25;

/** Files whose comments say why they are separate. */
const exceptions = new Set([`${webSource}lib/trpc/stream-client.ts`]);

const isTest = (file: string): boolean => /\.test\.tsx?$/.test(file);

const texts = readModules('apps/web', 'e2e');
const importsByTarget = new Map<string, Import[]>();
for (const [importer, text] of texts) {
  for (const each of importsOf(importer, text)) {
    const { target } = each;
    if (target) importsByTarget.set(target, [...(importsByTarget.get(target) ?? []), each]);
  }
}

/** The importer of which a file must be a part; undefined for files that may stay. */
function ownerOf(file: string, text: string): string | undefined {
  const lines = text.split('\n').length - 1;
  const isHook = path.basename(file).startsWith('use-');
  if (!file.startsWith(webSource) || lines >= minLines || isHook || isOfNext(file) || exceptions.has(file))
    return;
  const imports = importsByTarget.get(file) ?? [];
  const importers = new Set(imports.map(({ importer }) => importer));
  const [owner] = importers;
  // Both sides of lazy loading stay separate: the module that is loaded late, and the module that loads it.
  const isLazy = imports.some((each) => each.isLazy) || /\blazyPart\(|\blazyControl\(/.test(text);
  const isAlone = importers.size === 1 && owner?.startsWith(webSource) && !isTest(owner) && !isTest(file);
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
