import { readFile } from 'node:fs/promises';
import path from 'node:path';

/** The files of a backup besides those of its tables. */
export const manifestFile = 'manifest.json';
/** In the format of `sha256sum`, which can check a backup without Crewboard. */
export const checksumFile = 'SHA256SUMS';

const format = 1;

export type TableContent = {
  name: string;
  /** The columns that are not generated, in the order of the fields of a row. */
  columns: string[];
  file: string;
  rows: number;
  /** The size before compression. */
  bytes: number;
};

export type SequenceContent = { name: string; lastValue: string; isCalled: boolean };

export type Manifest = {
  format: typeof format;
  createdAt: string;
  /** The version of Crewboard. */
  version: string;
  postgres: {
    version: string;
    /** PostgreSQL's identifier of the cluster: a restored copy has another one. */
    systemIdentifier: string;
  };
  /** Whether rotation may delete this backup after later backups of the same cluster. */
  isRotated: boolean;
  migrations: { name: string; checksum: string }[];
  sequences: SequenceContent[];
  tables: TableContent[];
};

export const newManifest = (content: Omit<Manifest, 'format'>): Manifest => ({ format, ...content });

/**
 * Reads the manifest of a backup. Throws if the folder is no backup or has a later format. `verifyBackup` checks its
 * files.
 */
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
