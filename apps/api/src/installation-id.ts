import { readInstallationId } from '@crewboard/db';
import type { InstallationId } from './features/webhooks/installation.ts';

type Env = Record<string, unknown> & {
  INSTALLATION_ID?: string | undefined;
  DATA_DIR?: string | undefined;
};

/**
 * INSTALLATION_ID, or that of DATA_DIR; null without both: this process then does not know where it runs. Throws when
 * the folder cannot keep an identity.
 */
export function installationIdOf({ INSTALLATION_ID: given, DATA_DIR: dataDir }: Env): InstallationId {
  if (given) return given;
  if (!dataDir) return null;
  try {
    return readInstallationId(dataDir);
  } catch (error) {
    throw new Error(`DATA_DIR has no identity of the installation: ${(error as Error).message}`);
  }
}
