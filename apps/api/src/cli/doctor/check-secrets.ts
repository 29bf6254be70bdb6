import { realpath, stat } from 'node:fs/promises';
import path from 'node:path';
import { failure, ok, problemsOr, type Result, warning } from './finding.ts';
import type { Surroundings } from './surroundings.ts';

/** The files of DATA_DIR that only their owner may read. */
const secretNames = [
  'app-secret',
  'app-secret-previous',
  'postgres-password',
  'postgres-application-password',
  'installation-id',
  'runtime.json',
];

/** Only one container sees the files in this folder, so their mode does not matter. */
const containerFolder = '/run/secrets/';

/** Checks that the secrets exist, and that other users cannot read their files. */
export async function checkSecrets(surroundings: Surroundings): Promise<Result[]> {
  const { env, dataDir, service, isEmbedded, secretFiles } = surroundings;
  const given = secretFiles.filter((file) => !file.startsWith(containerFolder));
  const kept = dataDir ? secretNames.map((name) => path.join(dataDir, name)) : [];
  const openFiles = await Promise.all([...given, ...kept].map(findOpenFile));
  const needsFile =
    isEmbedded && dataDir && !env.APP_SECRET && (await statOf(path.join(dataDir, 'postgres')));
  const file = path.join(dataDir ?? '', 'app-secret');
  return problemsOr(ok('They are set, and no file with one is open to other users'), [
    ...openFiles,
    Boolean(needsFile) &&
      !(await statOf(file)) &&
      failure(
        `${file} is missing: the secrets of webhooks cannot be decrypted without it.`,
        'Put the file back from where you keep it. With a new one everyone signs in again, and the secret of each webhook must be rotated.',
      ),
    // The environment of a running service is not known here. The service would not run without APP_SECRET.
    !isEmbedded &&
      !env.APP_SECRET &&
      !service &&
      warning(
        'APP_SECRET is not set here, so it could not be checked. The API, the workers and the web server require it.',
        'Run doctor with the environment of the API.',
      ),
  ]);
}

async function findOpenFile(file: string): Promise<Result | undefined> {
  const found = await statOf(file);
  if (!found || (found.mode & 0o077) === 0 || (await isClosedOff(file, found.uid))) return;
  const octal = (found.mode & 0o777).toString(8).padStart(4, '0');
  return failure(`Other users of this machine may open ${file} (mode ${octal}).`, `chmod 600 ${file}`);
}

/** Whether only root and the owner of the file can enter a folder on the path to the file. */
async function isClosedOff(file: string, owner: number): Promise<boolean> {
  let folder = path.dirname(await realpath(file));
  for (;;) {
    const found = await statOf(folder);
    if (found && (found.mode & 0o011) === 0 && [owner, 0].includes(found.uid)) return true;
    const parent = path.dirname(folder);
    if (parent === folder) return false;
    folder = parent;
  }
}

const statOf = (file: string): Promise<{ mode: number; uid: number } | undefined> =>
  stat(file).catch(() => undefined);
