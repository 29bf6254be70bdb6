import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Problem } from '../setup/problem.mjs';

const MIN_LENGTH = 32;

/**
 * What sessions and the calls of the web server are signed with. With a database of one's own it must be given, as
 * all machines need the same; otherwise it is made once and kept beside the data.
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
    // Under its name it is whole, whatever happens meanwhile.
    const draft = `${file}.${process.pid}`;
    writeFileSync(draft, randomBytes(32).toString('base64url'), { mode: 0o600 });
    renameSync(draft, file);
  }
  const secret = readFileSync(file, 'utf8').trim();
  if (secret.length >= MIN_LENGTH) return secret;
  throw new Problem(
    `The secret in ${file} is damaged. Put the file back from a backup, or remove it: then all sign in anew.`,
  );
}
