import { type Argument, Command } from 'commander';
import { toWord } from './command-spec.ts';
import { addCompletionCommand } from './commands/completion-command.ts';
import { addHelpCommand } from './commands/help-command.ts';
import { addLoginCommands } from './commands/login-commands.ts';
import { addMcpCommand } from './commands/mcp-command.ts';
import { addUseProjectCommand } from './commands/use-project-command.ts';
import { addWatchCommand } from './commands/watch-command.ts';
import { addWorkCommand } from './commands/work-command.ts';
import { commands, version } from './generated/commands.ts';
import { addOperationCommand } from './operation-command.ts';
import type { Terminal } from './terminal.ts';

const areaSummaries: Record<string, string> = {
  tasks: 'List, create, claim, complete and change tasks',
  comments: 'Comments on tasks',
  projects: 'Projects of the team, and the default project',
  agents: 'Agents of the team and their tokens',
  teams: 'The team of the token',
  members: 'People of the team, whom tasks can be assigned to',
  attention: 'What waits for a person',
  events: 'The log of changes',
  webhooks: 'Webhooks and their deliveries',
};

/** The areas under "Core commands" in the help. All others are under "Team commands". */
const coreAreas = ['tasks', 'comments', 'projects'];

/** `comments create` is also called `tasks comment`. */
const aliases: Record<string, string> = { 'comments.create': 'tasks comment' };

const help = `
Examples:
  $ crewboard login
  $ crewboard tasks list --status todo
  $ crewboard tasks create --title "Say hello" --project-id PROJECT_ID
  $ crewboard tasks complete TASK_ID --result @report.md
  $ crewboard work -- ./do-task.sh
  $ crewboard watch

Environment:
  CREWBOARD_URL, CREWBOARD_TOKEN  The service and the token, instead of those that login stored
  CREWBOARD_PROJECT               The default project

Exit codes:
  0 success, 1 failure, 2 usage or invalid input, 3 not authenticated or not allowed, 4 conflict, 5 not found,
  6 the service is unavailable or busy, 7 no task to claim, 130 interrupted

Learn more:
  crewboard <command> --help, crewboard <command> <subcommand> --help`;

/** Creates the command line with all commands. Throws a CommanderError for a usage error. */
export function createProgram(terminal: Terminal): Command {
  const program = new Command('crewboard')
    .description('Crewboard in the terminal: people and agents share tasks.')
    .usage('<command> <subcommand> [options]')
    .version(version, '-V, --version', 'Show the version.')
    .helpOption('-h, --help', 'Show this help.')
    .configureHelp({ subcommandTerm: nameWithArguments })
    // Options after `work -- COMMAND` belong to that command.
    .enablePositionalOptions()
    .exitOverride()
    .configureOutput({
      writeOut: (text) => terminal.stdout.write(text),
      writeErr: (text) => terminal.stderr.write(text),
      // Errors are thrown, and printed by `run`.
      outputError: () => undefined,
    })
    .addHelpText('after', help);
  const areas = new Map<string, Command>();
  const getOrAddArea = (name: string): Command => {
    const area =
      areas.get(name) ??
      program
        .command(name)
        .summary(areaSummaries[name] ?? name)
        .usage('<subcommand> [options]')
        .commandsGroup('General commands:');
    areas.set(name, area);
    return area;
  };
  // `commandsGroup` sets the heading in the help of all commands that are added after it.
  program.commandsGroup('Core commands:');
  for (const name of coreAreas) getOrAddArea(name);
  addWorkCommand(program, terminal);
  addWatchCommand(program, terminal);
  program.commandsGroup('Team commands:');
  for (const spec of commands) {
    const [area = '', verb = ''] = spec.id.split('.').map(toWord);
    addOperationCommand(getOrAddArea(area), verb, spec, terminal);
    const [otherArea, otherVerb] = aliases[spec.id]?.split(' ') ?? [];
    if (otherArea && otherVerb) addOperationCommand(getOrAddArea(otherArea), otherVerb, spec, terminal);
  }
  addUseProjectCommand(getOrAddArea('projects'), terminal);
  program.commandsGroup('Setup commands:');
  addLoginCommands(program, terminal);
  addMcpCommand(program, terminal);
  addCompletionCommand(program, terminal);
  for (const command of [program, ...areas.values()]) addHelpCommand(command);
  return program;
}

function placeholderOf(argument: Argument): string {
  const name = argument.name() + (argument.variadic ? '...' : '');
  return argument.required ? `<${name}>` : `[${name}]`;
}

/** A command in the help of its parent: name and arguments. Flags are left out, since all commands have some. */
const nameWithArguments = (command: Command): string =>
  [command.name(), ...command.registeredArguments.map(placeholderOf)].join(' ');
