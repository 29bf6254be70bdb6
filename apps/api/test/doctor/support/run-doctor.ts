import { mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { onTestFinished } from 'vitest';
import type { Finding } from '#src/cli/doctor/finding.ts';
import { runChecks } from '#src/cli/doctor/run-checks.ts';
import { type Environment, readSurroundings } from '#src/cli/doctor/surroundings.ts';

/** An empty folder, deleted after the test. */
export function makeFolder(): string {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'crewboard-doctor-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  return folder;
}

/** What doctor finds with these settings, of one check or of all. DATA_DIR is an empty folder by default. */
export async function runDoctor(env: Environment, check?: string): Promise<Finding[]> {
  const findings = await runChecks(readSurroundings({ DATA_DIR: makeFolder(), ...env }));
  return check === undefined ? findings : findings.filter((finding) => finding.check === check);
}
