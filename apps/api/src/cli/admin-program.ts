import { buildText, isBuilt } from '@crewboard/build-info';
import { Command } from 'commander';
import { addBackupCommands } from './backup-commands.ts';
import { addDeliveryCommands } from './delivery-commands.ts';
import { addDoctorCommand } from './doctor/doctor-command.ts';
import { addInviteCommand } from './invite-command.ts';
import { addKeyCommands } from './key-commands.ts';
import { addOperatorCommands } from './operator-commands.ts';
import { addRestoreCommand } from './restore-command.ts';
import { adminCommand } from './running-service.ts';
import { addTeamCommands } from './team-commands.ts';
import { addUserCommands } from './user-commands.ts';
import { addWebhookAllowCommand } from './webhook-allow-command.ts';

/** Makes Commander throw its errors, so that `admin.ts` prints all errors in the same way. */
function throwMessage(text: string): never {
  throw new Error(text);
}

/** Creates the commands of `npm run admin`. Tests create them for each run: Commander keeps the options of a run. */
export function createAdminProgram(): Command {
  const program = new Command(adminCommand)
    .description(
      `Manage teams, their API keys, people, webhook destinations, held deliveries and backups, in ${isBuilt ? '' : 'the running embedded database or in '}DATABASE_URL. \`doctor\` finds what is wrong with an installation.`,
    )
    .version(buildText)
    // An option belongs to the command before it: `backup` and `backup verify` both have --json.
    .enablePositionalOptions()
    .configureOutput({ outputError: throwMessage });
  addDoctorCommand(program);
  addTeamCommands(program);
  addKeyCommands(program);
  addInviteCommand(program);
  addUserCommands(program);
  addOperatorCommands(program);
  addWebhookAllowCommand(program);
  addDeliveryCommands(program);
  addBackupCommands(program);
  addRestoreCommand(program);
  return program;
}

/** The first line of an error for the terminal, with Commander's suggestion of the command or option that was meant. */
export function describeFailure(error: unknown): string {
  // A connection that is refused at several addresses is an error with a code and no message.
  const message =
    error instanceof Error ? error.message || String((error as { code?: string }).code) : String(error);
  const [first, second = ''] = message.replace(/^error: /, '').split('\n');
  return `crewboard: ${first}${second.startsWith('(Did you mean') ? ` ${second}` : ''}`;
}
