import { queryMany, sql } from '@crewboard/db';
import type { Command } from 'commander';
import { createTeam } from '../features/teams/create-team.ts';
import { parseName } from './arguments.ts';
import { withAdminDatabase } from './open-admin-database.ts';
import { print, table } from './print.ts';

type Options = { json?: boolean };

export function addTeamCommands(program: Command): void {
  const team = program.command('team').description('Create and list teams.');

  team
    .command('create')
    .description(
      'Create a team with a first project "General" and a first API key, which is shown only once.',
    )
    .argument('<name>', 'the name of the team', parseName)
    .option('--json', 'print one JSON object and nothing else')
    .action(async (name: string, { json }: Options) => {
      const created = await withAdminDatabase((db) => createTeam({ ctx: { db }, input: { name } }));
      print(json, created, [
        `Team     ${created.teamId}`,
        `Project  ${created.projectId}`,
        `API key  ${created.apiKey}   (shown only once)`,
      ]);
    });

  team
    .command('list')
    .description('List the teams, the oldest first.')
    .option('--json', 'print one JSON object and nothing else')
    .action(async ({ json }: Options) => {
      const teams = await withAdminDatabase((db) =>
        queryMany<{ id: string; name: string; createdAt: string }>(
          db,
          sql`select id, name, created_at as "createdAt" from teams order by created_at, id`,
        ),
      );
      const rows = teams.map((row) => [row.id, row.createdAt, row.name]);
      print(
        json,
        { teams },
        teams.length > 0
          ? table(['ID', 'CREATED', 'NAME'], rows)
          : ['No teams yet. Create one with: team create'],
      );
    });
}
