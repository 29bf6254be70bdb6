// Plain JavaScript: `npm start` imports it before anything is installed, on any Node.
import { readFileSync } from 'node:fs';

/** The settings that hold a secret. Each can also be given as a file: its name with `_FILE`. */
export const SECRETS = [
  ...['APP_SECRET', 'APP_SECRET_PREVIOUS', 'DATABASE_URL', 'DATABASE_OWNER_URL', 'METRICS_TOKEN'],
  ...['OTEL_EXPORTER_OTLP_HEADERS', 'INIT_OWNER_PASSWORD', 'INIT_API_KEY'],
];

/**
 * Replaces each variable that names the file of a secret, such as APP_SECRET_FILE, by the secret itself, without the
 * line break at its end. Removes the name of the file, so that child processes do not get both. Returns `env`. Throws
 * when a secret is given in both ways, or its file cannot be read or is empty.
 */
export function loadSecretFiles(env) {
  for (const secret of SECRETS) {
    const name = `${secret}_FILE`;
    const file = env[name];
    if (!file) continue;
    if (env[secret]) throw new Error(`${secret} and ${name} are both set. Unset one of them.`);
    env[secret] = readSecret(name, file);
    delete env[name];
  }
  return env;
}

/**
 * Explains why a file cannot be read, and what to do.
 * @param {NodeJS.ErrnoException} error
 */
export function explainUnreadable({ code, message }) {
  const remedy =
    code === 'EACCES'
      ? ` Let the user of this process (uid ${process.getuid?.()}), or a group of it, read the file; the owner and mode of a mounted file are set where it is mounted.`
      : '';
  return `the file cannot be read (${message}).${remedy}`;
}

function readSecret(name, file) {
  let text;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    throw new Error(`${name}: ${explainUnreadable(error)}`);
  }
  const secret = text.replace(/\r?\n$/, '');
  if (!secret) throw new Error(`${name}: the file ${file} is empty.`);
  return secret;
}
