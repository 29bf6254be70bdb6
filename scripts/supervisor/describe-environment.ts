import { settingNames } from '../../apps/api/src/cli/doctor/setting-names.ts';
import { SECRETS } from '../../packages/app-secret/src/secret-files.mjs';
import type { Settings } from './settings.mjs';

/**
 * What `admin doctor` knows of the environment of a running `npm start`: the values of the settings that are no secrets,
 * paths made absolute, and the names of all variables, because a misspelt name is none of ours.
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
