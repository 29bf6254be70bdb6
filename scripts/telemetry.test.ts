import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { projectRoot } from './setup/project.mjs';

/** What each tool reads. Turbo passes none of these to the scripts that it runs, and Prisma knows no DO_NOT_TRACK. */
const OPT_OUTS = { turbo: 'DO_NOT_TRACK=1', prisma: 'CHECKPOINT_DISABLE=1' };

test('the scripts run turbo and prisma without their telemetry', () => {
  const commands = globSync(['package.json', '{apps,packages}/*/package.json'], { cwd: projectRoot })
    .flatMap((file): string[] =>
      Object.values(JSON.parse(readFileSync(join(projectRoot, file), 'utf8')).scripts ?? {}),
    )
    .flatMap((script) => script.split(' && '));
  for (const [tool, optOut] of Object.entries(OPT_OUTS)) {
    const runs = commands.filter((command) => command.split(' ').includes(tool));
    expect(runs, tool).not.toEqual([]);
    for (const run of runs) expect(run.split(' ')).toContain(optOut);
  }
});
