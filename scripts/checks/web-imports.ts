import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parseSync } from 'oxc-parser';
import { listFiles } from './list-files.ts';

export const webSource = 'apps/web/src/';

export type Import = { importer: string; target: string | undefined; isLazy: boolean };

/** The text of each module of these folders, by its file. */
export const readModules = (...folders: string[]): Map<string, string> =>
  new Map(
    listFiles(...folders)
      .filter((file) => /\.tsx?$/.test(file))
      .map((file) => [file, readFileSync(file, 'utf8')]),
  );

/** The file that an import of the web app names; undefined for packages. */
function resolve(importer: string, specifier: string): string | undefined {
  if (specifier.startsWith('#')) return webSource + specifier.slice(1);
  if (specifier.startsWith('.')) return path.posix.join(path.posix.dirname(importer), specifier);
}

/** What a module of the web app, or of its tests, imports: `isLazy` by `import()`. */
export function importsOf(importer: string, text: string): Import[] {
  const { staticImports, staticExports, dynamicImports } = parseSync(importer, text).module;
  const reexports = staticExports.flatMap(({ entries }) =>
    entries.flatMap(({ moduleRequest }) => moduleRequest?.value ?? []),
  );
  const eager = [...staticImports.map(({ moduleRequest }) => moduleRequest.value), ...reexports];
  const lazy = dynamicImports.map(({ moduleRequest: { start, end } }) => text.slice(start + 1, end - 1));
  return [
    ...eager.map((specifier) => ({ importer, target: resolve(importer, specifier), isLazy: false })),
    ...lazy.map((specifier) => ({ importer, target: resolve(importer, specifier), isLazy: true })),
  ];
}

/** Whether Next looks for the file by its name. */
export const isOfNext = (file: string): boolean =>
  /\/(page|layout|error|not-found|route|proxy|instrumentation)\.tsx?$/.test(file);
