import { readInstallationId } from '@crewboard/db';
import type { InstallationId } from './features/webhooks/installation.ts';

type Env = Record<string, unknown> & {
  INSTALLATION_ID?: string | undefined;
  DATA_DIR?: string | undefined;
};

/**
 * Returns INSTALLATION_ID or else the identity of the folder DATA_DIR; null without both, because this process then
 * cannot tell which installation it belongs to. Throws when the folder cannot store an identity.
 */
export function resolveInstallationId({ INSTALLATION_ID: given, DATA_DIR: dataDir }: Env): InstallationId {
  if (given) return given;
  if (!dataDir) return null;
  try {
    return readInstallationId(dataDir);
  } catch (error) {
    throw new Error(`DATA_DIR has no identity of the installation: ${(error as Error).message}`);
  }
}
