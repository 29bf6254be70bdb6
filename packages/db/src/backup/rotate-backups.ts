import { rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { listBackups, unfinishedNameOf } from './backup-folder.ts';
import { type Manifest, readManifest } from './manifest.ts';

/**
 * Deletes the oldest backups that were made for rotation from the same cluster as `latest`, so that `keep` remain.
 * Returns the paths of the deleted ones. Leaves everything else in the folder, such as backups of other clusters.
 */
export async function rotateBackups(
  folder: string,
  { keep, latest }: { keep: number; latest: Manifest },
): Promise<string[]> {
  /** As `listBackups`: the newest first. */
  const rotated: string[] = [];
  for (const backup of await listBackups(folder)) {
    const manifest = await readManifest(backup.path).catch(() => undefined);
    const isOfCluster = manifest?.postgres.systemIdentifier === latest.postgres.systemIdentifier;
    if (manifest?.isRotated && isOfCluster) rotated.push(backup.path);
  }
  const old = rotated.slice(keep);
  for (const backup of old) {
    // Rename first, so that an interrupted deletion leaves nothing that looks like a backup.
    const aside = path.join(folder, unfinishedNameOf(path.basename(backup), 'deleted'));
    await rename(backup, aside);
    await rm(aside, { recursive: true });
  }
  return old;
}
