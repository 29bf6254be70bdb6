import { existsSync } from 'node:fs';
import path from 'node:path';
import { restoreBackup } from '@crewboard/db/backup';
import type { Command } from 'commander';
import { claimDataDir, releaseDataDir, restoreClaim } from '../../../../scripts/supervisor/runtime.mjs';
import { describeBackup, summarizeBackup } from './backup-commands.ts';
import { assertServiceStopped } from './open-admin-database.ts';
import { jsonOption, print } from './print.ts';
import { adminDataDir } from './running-service.ts';

type Options = { json?: true };

export function addRestoreCommand(program: Command): void {
  program
    .command('restore')
    .description(
      'Make the embedded database of DATA_DIR from a backup. The service is stopped, and the folder has no database yet.',
    )
    .argument('<backup>', 'the folder of one backup')
    .addOption(jsonOption())
    .action(async (backup: string, { json }: Options) => {
      const startedAt = Date.now();
      if (process.env.DATABASE_URL) {
        throw new Error('a backup is restored into the embedded database of DATA_DIR. Unset DATABASE_URL.');
      }
      assertServiceStopped();
      const dataDir = adminDataDir();
      await claimDataDir(dataDir, restoreClaim);
      const restored = restoreBackup({ backup: path.resolve(backup), dataDir });
      const manifest = await restored.finally(() => releaseDataDir(dataDir));
      const seconds = (Date.now() - startedAt) / 1000;
      const hasSecret = Boolean(process.env.APP_SECRET) || existsSync(path.join(dataDir, 'app-secret'));
      const missing = `Put the app-secret of the former installation into ${dataDir} before you start it: without it everyone must sign in again, and the secret of each webhook must be rotated.`;
      print(json, { ...describeBackup(path.resolve(backup), manifest), dataDir, seconds, hasSecret }, [
        `Restored ${dataDir}, as it was at ${manifest.createdAt}`,
        summarizeBackup(manifest, seconds),
        ...(hasSecret ? [] : [missing]),
        `Accounts that were erased after that time are back: erase each again with user erase ID (docs/operations.md, "Erase a person").`,
        'Its webhooks are held. Once the former installation has stopped, send them with deliveries resume.',
      ]);
    });
}
