import { CrewboardError } from '@crewboard/sdk';
import type { Command } from 'commander';
import { type Config, findConfig, findStored, toClient, writeConfig } from '../config.ts';
import { CliError, exitCodes } from '../exit-codes.ts';
import { toLine } from '../print.ts';
import { callService } from '../service-errors.ts';
import type { Terminal } from '../terminal.ts';

/** Checks a project and returns its name. Throws if the team has no project with this id, and if it is archived. */
export async function requireProject(config: Config, projectId: string): Promise<string> {
  const project = await callService(config, async () => {
    try {
      return await toClient(config).projects.get({ projectId }, { fields: ['name', 'archivedAt'] });
    } catch (error) {
      if (!(error instanceof CrewboardError) || error.code !== 'NOT_FOUND') throw error;
      throw new CliError(
        `Your team has no project ${toLine(projectId)}.\n  \`crewboard projects list\` shows the projects.`,
        exitCodes.notFound,
      );
    }
  });
  const name = toLine(project.name);
  if (project.archivedAt === null) return name;
  throw new CliError(
    `The project ${name} is archived: none of its tasks can be done.\n  \`crewboard projects restore ${toLine(projectId)}\` takes it back.`,
    exitCodes.conflict,
  );
}

/** `projects use` stores the default project. */
export function addUseProjectCommand(projects: Command, terminal: Terminal): void {
  projects
    .command('use')
    .helpGroup('Targeted commands:')
    .summary('Store the default project of this machine')
    .description(
      'The project of `work`, and of `tasks list`, `tasks create` and `tasks claim-next`, when their flag is absent. ' +
        'CREWBOARD_PROJECT takes precedence. `projects use none` removes the default project.',
    )
    .argument('<PROJECT_ID|none>')
    .addHelpText(
      'after',
      '\nExamples:\n  $ crewboard projects use PROJECT_ID\n  $ crewboard projects use none',
    )
    .action(async (projectId: string) => {
      const { env, stderr } = terminal;
      const config = findConfig(env);
      const stored = findStored(env);
      if (!stored)
        throw new CliError(
          'The token is that of CREWBOARD_TOKEN, so nothing is stored. Set CREWBOARD_PROJECT instead.',
          exitCodes.usage,
        );
      if (projectId === 'none') {
        // `config` has only the URL and the token: stored without a project, it removes the default project.
        writeConfig(env, config);
        stderr.write('There is no default project any more.\n');
        return;
      }
      const name = await requireProject(config, projectId);
      writeConfig(env, { ...config, projectId });
      stderr.write(`The default project is ${name} (${toLine(projectId)}).\n`);
    });
}
