import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Problem } from '../setup/problem.mjs';

const MIN_LENGTH = 32;

/**
 * Reads APP_SECRET, and APP_SECRET_PREVIOUS while that is being replaced. With DATABASE_URL, APP_SECRET must be set,
 * because all machines need the same one. Otherwise both may be files in the data folder, where APP_SECRET is created
 * once.
 * @param {NodeJS.ProcessEnv} env
 * @param {string} dataDir
 * @returns {{ APP_SECRET: string, APP_SECRET_PREVIOUS: string | undefined }}
 */
export function readAppSecrets(env, dataDir) {
  const { APP_SECRET, APP_SECRET_PREVIOUS } = env;
  for (const [name, given] of Object.entries({ APP_SECRET, APP_SECRET_PREVIOUS })) {
    if (given && given.length < MIN_LENGTH) {
      throw new Problem(`${name} must have at least ${MIN_LENGTH} characters.`);
    }
  }
  if (env.DATABASE_URL) {
    if (APP_SECRET) return { APP_SECRET, APP_SECRET_PREVIOUS };
    throw new Problem(
      `With DATABASE_URL, APP_SECRET is required: at least ${MIN_LENGTH} characters, the same on every machine.\n` +
        'Make one with: node -p "crypto.randomBytes(32).toString(\'base64url\')"',
    );
  }
  return {
    APP_SECRET: APP_SECRET || readOrCreateSecret(join(dataDir, 'app-secret')),
    APP_SECRET_PREVIOUS: readPreviousSecret(APP_SECRET_PREVIOUS, join(dataDir, 'app-secret-previous')),
  };
}

/** @param {string | undefined} given @param {string} file */
function readPreviousSecret(given, file) {
  if (!existsSync(file)) return given;
  const kept = readSecret(file);
  if (!given || given === kept) return kept;
  throw new Problem(
    `APP_SECRET_PREVIOUS is set, and ${file} has another secret. Unset the variable, or remove the file.`,
  );
}

/** @param {string} file */
function readOrCreateSecret(file) {
  if (!existsSync(file)) {
    // Renaming is atomic, so the file never exists with partial content.
    const draft = `${file}.${process.pid}`;
    writeFileSync(draft, randomBytes(32).toString('base64url'), { mode: 0o600 });
    renameSync(draft, file);
  }
  return readSecret(file);
}

/** @param {string} file */
function readSecret(file) {
  const secret = readFileSync(file, 'utf8').trim();
  if (secret.length >= MIN_LENGTH) return secret;
  throw new Problem(
    `The secret in ${file} is damaged. Restore the file from a backup, or remove it: then those who signed in with it must sign in again.`,
  );
}
