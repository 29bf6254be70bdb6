import { Command } from 'commander';
import { toWord } from './command-spec.ts';
import { addCompletionCommand } from './commands/completion-command.ts';
import { addHelpCommand } from './commands/help-command.ts';
import { addLoginCommands } from './commands/login-commands.ts';
import { addMcpCommand } from './commands/mcp-command.ts';
import { addWatchCommand } from './commands/watch-command.ts';
import { addWorkCommand } from './commands/work-command.ts';
import { commands, version } from './generated/commands.ts';
import { addOperationCommand } from './operation-command.ts';
import type { Terminal } from './terminal.ts';

const areaSummaries: Record<string, string> = {
  tasks: 'List, create, claim, complete and change tasks',
  agents: 'Agents of the team and their tokens',
  projects: 'Projects of the team',
  teams: 'The team of the token',
  comments: 'Comments on tasks',
  events: 'The log of changes',
  webhooks: 'Webhooks and their deliveries',
};

/** Second names of commands: tasks comment for comments create. */
const aliases: Record<string, string> = { 'comments.create': 'tasks comment' };

const help = `
Every operation is a command: crewboard AREA VERB. crewboard AREA --help lists those of an area.

Examples:
  $ crewboard login
  $ crewboard tasks list --status todo
  $ crewboard tasks create --title "Say hello" --project-id PROJECT_ID
  $ crewboard work -- ./do-task.sh
  $ crewboard watch

Exit codes: 0 success, 1 failure, 2 usage or invalid input, 3 not authenticated or not allowed, 4 conflict,
5 not found, 6 the service is unavailable or busy, 130 interrupted.`;

/** All commands. An error of the command line is thrown as a CommanderError. */
export function createProgram(terminal: Terminal): Command {
  const program = new Command('crewboard')
    .description('Crewboard in the terminal.')
    .version(version)
    .enablePositionalOptions()
    .exitOverride()
    .configureOutput({
      writeOut: (text) => terminal.stdout.write(text),
      writeErr: (text) => terminal.stderr.write(text),
      // Errors are thrown, and printed by `run`.
      outputError: () => undefined,
    })
    .addHelpText('after', help);
  addLoginCommands(program, terminal);
  addWorkCommand(program, terminal);
  addWatchCommand(program, terminal);
  addMcpCommand(program, terminal);
  const areas = new Map<string, Command>();
  const areaOf = (name: string): Command => {
    const area = areas.get(name) ?? program.command(name).summary(areaSummaries[name] ?? name);
    areas.set(name, area);
    return area;
  };
  for (const spec of commands) {
    const [area = '', verb = ''] = spec.id.split('.').map(toWord);
    addOperationCommand(areaOf(area), verb, spec, terminal);
    const [otherArea, otherVerb] = aliases[spec.id]?.split(' ') ?? [];
    if (otherArea && otherVerb) addOperationCommand(areaOf(otherArea), otherVerb, spec, terminal);
  }
  addCompletionCommand(program, terminal);
  for (const command of [program, ...areas.values()]) addHelpCommand(command);
  return program;
}
