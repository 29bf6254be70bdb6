import { rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { listBackups, unfinishedNameOf } from './backup-folder.ts';
import { type Manifest, readManifest } from './manifest.ts';

/**
 * Deletes the oldest backups that were made for rotation from the same cluster as `latest`, so that `keep` remain, and
 * returns their paths. Leaves everything else in the folder: other backups, those of other clusters, and what cannot be read.
 */
export async function rotateBackups(
  folder: string,
  { keep, latest }: { keep: number; latest: Manifest },
): Promise<string[]> {
  const rotated: string[] = [];
  for (const backup of await listBackups(folder)) {
    const manifest = await readManifest(backup.path).catch(() => undefined);
    const isOfCluster = manifest?.postgres.systemIdentifier === latest.postgres.systemIdentifier;
    if (manifest?.isRotated && isOfCluster) rotated.push(backup.path);
  }
  const old = rotated.slice(keep);
  for (const backup of old) {
    // A deletion that is interrupted leaves nothing that looks like a backup.
    const aside = path.join(folder, unfinishedNameOf(path.basename(backup), 'deleted'));
    await rename(backup, aside);
    await rm(aside, { recursive: true });
  }
  return old;
}
