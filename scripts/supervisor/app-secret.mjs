import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Problem } from '../setup/problem.mjs';

const MIN_LENGTH = 32;

/**
 * The secret that signs sessions and calls of the web server. Required with DATABASE_URL, because all machines need
 * the same one; otherwise created once and stored in the data directory.
 * @param {NodeJS.ProcessEnv} env
 * @param {string} dataDir
 * @returns {string}
 */
export function readAppSecret(env, dataDir) {
  const given = env.APP_SECRET;
  if (given && given.length < MIN_LENGTH) {
    throw new Problem(`APP_SECRET must have at least ${MIN_LENGTH} characters.`);
  }
  if (given) return given;
  if (env.DATABASE_URL) {
    throw new Problem(
      `With DATABASE_URL, APP_SECRET is required: at least ${MIN_LENGTH} characters, the same on every machine.\n` +
        'Make one with: node -p "crypto.randomBytes(32).toString(\'base64url\')"',
    );
  }
  return keptSecret(join(dataDir, 'app-secret'));
}

/** @param {string} file */
function keptSecret(file) {
  if (!existsSync(file)) {
    // A rename is atomic: the file never exists with partial content.
    const draft = `${file}.${process.pid}`;
    writeFileSync(draft, randomBytes(32).toString('base64url'), { mode: 0o600 });
    renameSync(draft, file);
  }
  const secret = readFileSync(file, 'utf8').trim();
  if (secret.length >= MIN_LENGTH) return secret;
  throw new Problem(
    `The secret in ${file} is damaged. Restore the file from a backup, or remove it: then everyone must sign in again.`,
  );
}
