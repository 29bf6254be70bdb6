// Fails on a system that cannot run Crewboard. package.json runs it before `exec node …`, because cmd.exe of Windows
// has no exec and would print its own error. The exec lets a signal to npm reach the program and not only its shell.
import { describeError } from './setup/problem.mjs';
import { requireSystem } from './setup/project.mjs';

try {
  requireSystem();
} catch (error) {
  console.error(describeError(error));
  process.exitCode = 1;
}
