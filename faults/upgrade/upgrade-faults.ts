import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from '../../scripts/setup/project.mjs';
import { defineFault, type Fault } from '../fault.ts';
import { runRollingUpgrade } from './rolling-upgrade.ts';
import { runWebUpgrade } from './web-upgrade.ts';

const size = { processes: 2, agentsPerProcess: 5, stepMs: 6_000 };
const webSize = { persons: 4, stepMs: 6_000 };

export const upgradeFaults = (from: string): Fault[] => [
  defineFault(`rolling upgrade from ${from}`, runRollingUpgrade, { from, ...size }),
  defineFault('upgrade of web servers', runWebUpgrade, { from, ...webSize }),
];

export function newestRelease(): string {
  const [, version] =
    /^## \[(\d+\.\d+\.\d+)\]/m.exec(readFileSync(join(projectRoot, 'CHANGELOG.md'), 'utf8')) ?? [];
  if (!version) throw new Error('CHANGELOG.md has no release.');
  return version;
}
