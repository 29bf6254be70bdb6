import { existsSync, readdirSync, readFileSync, realpathSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const fileName = 'THIRD-PARTY-LICENSES.txt';

type Manifest = {
  name?: string;
  version?: string;
  license?: string;
  author?: string | { name?: string };
  dependencies?: Record<string, string>;
};

const readManifest = (folder: string): Manifest =>
  JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8'));

const isThirdParty = (folder: string): boolean => folder.includes(`${path.sep}node_modules${path.sep}`);

/** The folders of the third-party packages that contain these files. A package inside another one counts separately. */
export function packagesOfFiles(files: Iterable<string>): Set<string> {
  const folders = new Set<string>();
  for (const file of files) {
    let folder = path.dirname(file);
    while (isThirdParty(folder) && !isPackage(folder)) folder = path.dirname(folder);
    if (isThirdParty(folder)) folders.add(folder);
  }
  return folders;
}

/**
 * Whether the folder is a package: a package.json inside a package may have only the type of its modules, and no name.
 */
const isPackage = (folder: string): boolean =>
  existsSync(path.join(folder, 'package.json')) && readManifest(folder).name !== undefined;

/** The folders of the third-party packages that a package depends on, directly or through others. */
export function packagesOfDependencies(folder: string): Set<string> {
  const packages = new Set([folder]);
  // The loop also visits the packages that it adds.
  for (const dependant of packages) {
    const names = Object.keys(readManifest(dependant).dependencies ?? {});
    for (const name of names) packages.add(findPackage(name, dependant));
  }
  return new Set([...packages].filter(isThirdParty));
}

function findPackage(name: string, from: string): string {
  const folder = path.join(from, 'node_modules', name);
  if (existsSync(folder)) return realpathSync(folder);
  if (path.dirname(from) === from) throw new Error(`${name} is not installed.`);
  return findPackage(name, path.dirname(from));
}

/** Writes the licenses of packages to one file in a folder. Throws for a package that has none. */
export function writeLicenses(target: string, packages: Iterable<string>): void {
  const sections = new Map<string, string>();
  for (const folder of packages) {
    const { name = '', version = '', license = '', author } = readManifest(folder);
    const texts = readdirSync(folder, { withFileTypes: true })
      .filter((entry) => entry.isFile() && /^(licen[cs]e|copying|notice)/i.test(entry.name))
      .map((entry) => readFileSync(path.join(folder, entry.name), 'utf8').trim());
    if (!license && texts.length === 0) throw new Error(`${folder} has no license.`);
    const authorName = typeof author === 'string' ? author : (author?.name ?? 'unknown');
    if (texts.length === 0) texts.push(`The package has no license file. Author: ${authorName}.`);
    const title = [name, version, license && `(${license})`].filter(Boolean).join(' ');
    sections.set(title, [title, ...texts].join('\n\n'));
  }
  const sorted = [...sections].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, text]) => text);
  writeFileSync(path.join(target, fileName), `${sorted.join(`\n\n${'-'.repeat(80)}\n\n`)}\n`);
}

export type Bundle = Record<string, { type: 'chunk'; moduleIds: string[] } | { type: 'asset' }>;

/** The source files in a bundle. */
export const filesOfBundle = (bundle: Bundle): string[] =>
  Object.values(bundle).flatMap((output) => (output.type === 'chunk' ? output.moduleIds : []));

/** A plugin of Rolldown that writes the licenses of the packages in the bundle beside it. */
export const bundledLicenses = {
  name: 'bundled-licenses',
  writeBundle({ dir = '.' }: { dir?: string }, bundle: Bundle): void {
    writeLicenses(dir, packagesOfFiles(filesOfBundle(bundle)));
  },
};
