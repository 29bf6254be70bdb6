import { cpSync, globSync, statSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { nodeFileTrace } from '@vercel/nft';
import { type Bundle, filesOfBundle, packagesOfFiles, writeLicenses } from './third-party-licenses.ts';

const root = path.join(import.meta.dirname, '../..');

type Options = {
  /** The folder of the package that is built. */
  from: string;
  /** The entry files of packages that are not bundled, such as native ones. */
  external: string[];
  /** The files that the programs read at run time, as patterns by package. */
  files: Record<string, string[]>;
};

/**
 * A plugin of Rolldown that makes the folder of a bundle run on any machine with Node: adds the packages that are not
 * bundled, the files that the programs read, and the licenses of all packages.
 */
export const portableFolder = ({ from, external, files }: Options) => ({
  name: 'portable-folder',
  async writeBundle({ dir = '.' }: { dir?: string }, bundle: Bundle): Promise<void> {
    const modules = path.resolve(dir, 'node_modules');
    const copied = await trace(external.map((entry) => path.join(from, 'node_modules', entry)));
    for (const [target, source] of copied) cpSync(source, path.join(modules, target));
    const { resolve } = createRequire(path.join(from, 'package.json'));
    for (const [name, patterns] of Object.entries(files)) {
      const folder = path.dirname(resolve(`${name}/package.json`));
      for (const file of globSync(patterns, { cwd: folder })) {
        cpSync(path.join(folder, file), path.join(modules, name, file));
      }
    }
    writeFileSync(path.resolve(dir, 'package.json'), '{ "type": "module" }\n');
    writeLicenses(dir, packagesOfFiles([...filesOfBundle(bundle), ...copied.values()]));
  },
});

/**
 * Finds the files that entry files load or read, by their paths in a flat node_modules. Throws for two versions of a
 * package, which a flat folder cannot have.
 */
async function trace(entries: string[]): Promise<Map<string, string>> {
  const { fileList } = await nodeFileTrace(entries, { base: root });
  const sourceByTarget = new Map<string, string>();
  for (const file of fileList) {
    const source = path.join(root, file);
    // pnpm's links to packages are listed too.
    if (!statSync(source).isFile()) continue;
    const target = file.slice(file.lastIndexOf('/node_modules/') + '/node_modules/'.length);
    if (sourceByTarget.has(target)) throw new Error(`${target} is in two versions of one package.`);
    sourceByTarget.set(target, source);
  }
  return sourceByTarget;
}
