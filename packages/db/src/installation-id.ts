import { createHash, randomBytes } from 'node:crypto';
import { existsSync, linkSync, mkdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Returns the identity of the installation whose data is in this folder. It is derived from a random file in the folder
 * (`installation-id`, which the first call creates) and from the path of the folder, so that a copy of the folder has
 * another identity, even on the same machine. Throws when the file is damaged or cannot be created.
 */
export function readInstallationId(dataDir: string): string {
  mkdirSync(dataDir, { recursive: true });
  const folder = realpathSync(dataDir);
  const file = fileIn(folder);
  return identify(folder, readSeed(file) ?? createSeed(file));
}

/** Returns the identity without creating one; undefined for a folder that has none. */
export function findInstallationId(dataDir: string): string | undefined {
  if (!existsSync(dataDir)) return undefined;
  const folder = realpathSync(dataDir);
  const seed = readSeed(fileIn(folder));
  return seed === undefined ? undefined : identify(folder, seed);
}

const fileIn = (folder: string) => join(folder, 'installation-id');

function identify(folder: string, seed: string): string {
  if (seed.length < 32) {
    const file = fileIn(folder);
    throw new Error(
      `${file} is damaged. Restore the file from a backup, or remove it and run \`admin deliveries resume\`.`,
    );
  }
  const hash = createHash('sha256').update(`${seed}\n${folder}`).digest('hex');
  return `data-${hash.slice(0, 32)}`;
}

function readSeed(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8').trim();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

/**
 * Creates the file by a link, which is atomic and replaces nothing, so that processes that start at once share one
 * file.
 */
function createSeed(file: string): string {
  const draft = `${file}.${process.pid}`;
  writeFileSync(draft, `${randomBytes(24).toString('base64url')}\n`, { mode: 0o600 });
  try {
    linkSync(draft, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    rmSync(draft);
  }
  return readSeed(file) ?? '';
}
