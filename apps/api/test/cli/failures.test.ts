import { expect, it } from 'vitest';
import { createAdminProgram, describeFailure } from '../../src/cli/admin-program.ts';

it.each([
  ['doctr', `crewboard: unknown command 'doctr' (Did you mean doctor?)`],
  ['team creat', `crewboard: unknown command 'creat' (Did you mean create?)`],
  ['team list --jsn', `crewboard: unknown option '--jsn' (Did you mean --json?)`],
])('admin %s names what was probably meant', async (command, expected) => {
  const failure = createAdminProgram().parseAsync(command.split(' '), { from: 'user' });
  expect(describeFailure(await failure.catch((error: unknown) => error))).toBe(expected);
});
