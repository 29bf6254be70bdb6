import { buildText } from '@crewboard/build-info';
import type { Command } from 'commander';
import { jsonOption, print } from '../print.ts';
import { renderFindings, summarize } from './render.ts';
import { runChecks } from './run-checks.ts';
import { readSurroundings } from './surroundings.ts';

type Options = { json?: true };

export function addDoctorCommand(program: Command): void {
  program
    .command('doctor')
    .description(
      'Find what is wrong with the installation: settings, secrets, backups, disk, database, migrations, clock, deliveries and more, each with its remedy. Changes nothing. Exit code 1 with an error, 0 with warnings alone.',
    )
    .addOption(jsonOption())
    .action(async ({ json }: Options) => {
      const findings = await runChecks(readSurroundings());
      const { errors, warnings } = summarize(findings);
      print(json, { version: buildText, errors, warnings, findings }, renderFindings(findings));
      if (errors > 0) process.exitCode = 1;
    });
}
