import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { hashFile, readRows } from './content-file.ts';
import { checksumFile, type Manifest, manifestFile, readManifest } from './manifest.ts';

/**
 * Reads a whole backup and returns its manifest. Throws an error that names the first file that is missing or changed.
 */
export async function verifyBackup(backup: string): Promise<Manifest> {
  const checksums = await readChecksums(backup);
  const requireChecksum = (file: string, checksum: string) => {
    if (checksums.get(file) !== checksum) throw damaged(backup, `${file} is not as it was written`);
  };
  const read = <Result>(file: string, reading: Promise<Result>) =>
    reading.catch((error: NodeJS.ErrnoException) => {
      const isMissing = error.code === 'ENOENT';
      throw damaged(backup, isMissing ? `${file} is missing` : `${file} cannot be read (${error.message})`);
    });

  // Ignore the error of a missing file: `readManifest` throws a better one.
  const manifestChecksum = await hashFile(path.join(backup, manifestFile)).catch(() => undefined);
  const manifest = await readManifest(backup);
  requireChecksum(manifestFile, manifestChecksum ?? '');
  for (const { file, rows, bytes } of manifest.tables) {
    const found = await read(file, readRows(path.join(backup, file)));
    requireChecksum(file, found.checksum);
    if (found.rows !== rows || found.bytes !== bytes) {
      throw damaged(backup, `${file} has ${found.rows} rows instead of ${rows}`);
    }
  }
  return manifest;
}

async function readChecksums(backup: string): Promise<Map<string, string>> {
  const text = await readFile(path.join(backup, checksumFile), 'utf8').catch(() => undefined);
  if (text === undefined) {
    // Throws a better error if the folder is no backup at all.
    await readManifest(backup);
    throw damaged(backup, `${checksumFile} is missing`);
  }
  // As `sha256sum` writes them: 64 digits, two blanks, the name of the file.
  return new Map(
    text
      .trimEnd()
      .split('\n')
      .map((line) => [line.slice(66), line.slice(0, 64)]),
  );
}

const damaged = (backup: string, reason: string) => new Error(`The backup ${backup} is damaged: ${reason}.`);
