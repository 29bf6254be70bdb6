import { Command } from 'commander';
import { addKeyCommands } from './key-commands.ts';
import { addOperatorCommands } from './operator-commands.ts';
import { addTeamCommands } from './team-commands.ts';
import { addUserCommands } from './user-commands.ts';
import { addWebhookAllowCommand } from './webhook-allow-command.ts';

/** The first line says what happened; there is no second one. */
function fail(error: unknown): never {
  const message =
    error instanceof Error ? error.message || String((error as { code?: string }).code) : String(error);
  process.stderr.write(`crewboard: ${message.replace(/^error: /, '').split('\n')[0]}\n`);
  process.exit(1);
}

const program = new Command('npm run -s admin --')
  .description(
    'Manage teams, their API keys, people and what webhooks may reach, on the running embedded database or on DATABASE_URL.',
  )
  .showSuggestionAfterError(false)
  .configureOutput({ outputError: (text) => fail(new Error(text)) });

addTeamCommands(program);
addKeyCommands(program);
addUserCommands(program);
addOperatorCommands(program);
addWebhookAllowCommand(program);
await program.parseAsync().catch(fail);
