import { settingNames } from '../../apps/api/src/cli/doctor/setting-names.ts';
import { SECRETS } from '../../packages/app-secret/src/secret-files.mjs';
import type { Settings } from './settings.mjs';

/**
 * Collects what `admin doctor` checks of the environment of a running `npm start`: the values of settings that are no
 * secrets, and the names of all variables, among which it looks for misspelt ones. BACKUP_DIR is absolute.
 */
export function describeEnvironment(env: NodeJS.ProcessEnv, { backups }: Pick<Settings, 'backups'>) {
  const settings: Record<string, string> = {};
  for (const name of settingNames) {
    const value = env[name];
    if (value && !SECRETS.includes(name)) settings[name] = value;
  }
  if (backups) settings.BACKUP_DIR = backups.folder;
  return { settings, variables: Object.keys(env) };
}
