import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { claimDataDir, releaseDataDir } from '../../../../scripts/supervisor/runtime.mjs';
import { readSettings } from '../../../../scripts/supervisor/settings.mjs';
import { makeFolder } from '../doctor/support/run-doctor.ts';

const run = promisify(execFile);
const script = path.join(import.meta.dirname, '../../src/cli/admin.ts');
const settings = readSettings({ NODE_ENV: 'test' });

function restore(backup: string, dataDir: string) {
  const { DATABASE_URL: _, ...inherited } = process.env;
  return run(process.execPath, [script, 'restore', backup], { env: { ...inherited, DATA_DIR: dataDir } });
}

it('while a backup is being restored, rejects a start of the service and another restore, and neither afterwards', async () => {
  const [backup, dataDir] = [makeFolder(), makeFolder()];
  // A pipe: the restore waits for its content.
  const checksums = path.join(backup, 'SHA256SUMS');
  await run('mkfifo', [checksums]);
  const restored = expect(restore(backup, dataDir)).rejects.toThrow('manifest.json');
  await expect.poll(() => existsSync(path.join(dataDir, 'runtime.json'))).toBe(true);
  await expect(claimDataDir(dataDir, settings)).rejects.toThrow(`being restored into ${dataDir}`);
  await expect(restore(backup, dataDir)).rejects.toThrow('Wait until the restore has ended');
  await writeFile(checksums, '');
  await restored;
  await claimDataDir(dataDir, settings);
  releaseDataDir(dataDir);
});

it('rejects a restore at once where the service runs on the folder', async () => {
  const dataDir = makeFolder();
  await claimDataDir(dataDir, settings);
  await expect(restore(makeFolder(), dataDir)).rejects.toThrow('the service is running on');
  releaseDataDir(dataDir);
});
