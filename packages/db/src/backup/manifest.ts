import { readFile } from 'node:fs/promises';
import path from 'node:path';

/** The files of a backup besides those of its tables. */
export const manifestFile = 'manifest.json';
/** In the form of `sha256sum`, which checks a backup without Crewboard. */
export const checksumFile = 'SHA256SUMS';

const format = 1;

export type TableContent = {
  name: string;
  /** Without generated ones, in the order of the rows' fields. */
  columns: string[];
  file: string;
  rows: number;
  /** Before compression. */
  bytes: number;
};

export type SequenceContent = { name: string; lastValue: string; isCalled: boolean };

export type Manifest = {
  format: typeof format;
  createdAt: string;
  /** Of Crewboard. */
  version: string;
  postgres: {
    version: string;
    /** Names the cluster, as PostgreSQL does: a restored copy has another one. */
    systemIdentifier: string;
  };
  /** Whether later backups of the same cluster may delete it. */
  isRotated: boolean;
  migrations: { name: string; checksum: string }[];
  sequences: SequenceContent[];
  tables: TableContent[];
};

export const newManifest = (content: Omit<Manifest, 'format'>): Manifest => ({ format, ...content });

/** Throws when the folder is no backup, or one of a later form. Does not check it: `verifyBackup` does. */
export async function readManifest(backup: string): Promise<Manifest> {
  const text = await readFile(path.join(backup, manifestFile), 'utf8').catch(
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT' || error.code === 'ENOTDIR') {
        throw new Error(`${backup} is not a backup: it has no ${manifestFile}.`);
      }
      throw error;
    },
  );
  let manifest: Manifest;
  try {
    manifest = JSON.parse(text);
  } catch {
    throw new Error(`The backup ${backup} is damaged: ${manifestFile} is not JSON.`);
  }
  if (manifest.format === format) return manifest;
  throw new Error(
    `The backup ${backup} has the format ${manifest.format}, and this version of Crewboard reads ${format}. Use the version that made it (${manifest.version}) or a newer one.`,
  );
}
