// Runs a program of the project with its own Node 24: the npm scripts may be started by Node 20.
//   node scripts/run.mjs FILE [ARGS]
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from './setup/project.mjs';
import { runInForeground } from './setup/run-in-foreground.mjs';

if (!existsSync(join(projectRoot, 'node_modules/.bin'))) {
  console.error('The dependencies are not installed yet. Run `npm start` first.');
  process.exit(1);
}
process.exitCode = await runInForeground(process.argv.slice(2));
