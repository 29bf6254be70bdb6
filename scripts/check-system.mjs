// Before `exec node …` in package.json: cmd.exe of Windows has no exec, so this must end the command there. The exec
// itself lets a signal to npm reach the program and not only its shell.
import { describe } from './setup/problem.mjs';
import { requireSystem } from './setup/project.mjs';

try {
  requireSystem();
} catch (error) {
  console.error(describe(error));
  process.exitCode = 1;
}
