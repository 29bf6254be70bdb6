import { queryMany, sql } from '@crewboard/db';
import type { Command } from 'commander';
import { createTeam } from '../features/teams/create-team.ts';
import { deleteTeamAsOperator } from '../features/teams/delete-team.ts';
import { listDeletedTeams, restoreTeamAsOperator } from '../features/teams/restore-team.ts';
import { isTeamNotDeleted } from '../is-team-not-deleted.ts';
import { findTeam, parseName } from './arguments.ts';
import { confirmTyped } from './confirm-typed.ts';
import { withAdminDatabase } from './open-admin-database.ts';
import { jsonOption, print, table } from './print.ts';

type Options = { json?: boolean };

export function addTeamCommands(program: Command): void {
  const team = program.command('team').description('Create, list, delete and restore teams.');

  team
    .command('create')
    .description(
      'Create a team with a first project "General" and a first API key, which is shown only once.',
    )
    .argument('<name>', 'the name of the team', parseName)
    .addOption(jsonOption())
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
    .addOption(jsonOption())
    .action(async ({ json }: Options) => {
      const teams = await withAdminDatabase((db) =>
        queryMany<{ id: string; name: string; createdAt: string }>(
          db,
          sql`select id, name, created_at as "createdAt" from teams where ${isTeamNotDeleted('teams.id')} order by created_at, id`,
        ),
      );
      const rows = teams.map((row) => [row.id, row.createdAt, row.name]);
      print(
        json,
        { teams },
        table(['ID', 'CREATED', 'NAME'], rows, 'No teams yet. Create one with: team create'),
      );
    });

  team
    .command('delete')
    .description('Delete a team. For 7 days its owners and team restore can bring it back as it was.')
    .argument('<team>', 'the id or name of the team')
    .option('--yes', 'do not ask')
    .addOption(jsonOption())
    .action(async (idOrName: string, { yes, json }: Options & { yes?: boolean }) => {
      const { id, name } = await withAdminDatabase((db) => findTeam(db, idOrName));
      const consequences = [
        `The agents, keys and members of the team ${id} have no access at once, and its webhooks stop.`,
        'For 7 days it can be restored. Then everything of it is removed.',
      ];
      await confirmTyped({ expected: name, consequences, isConfirmed: yes });
      const deleted = await withAdminDatabase((db) => deleteTeamAsOperator(db, id));
      print(json, deleted, [`Deleted ${id}. Until ${deleted.goneAt}: team restore ${id}`]);
    });

  team
    .command('restore')
    .description('Restore a deleted team, as it was.')
    .argument('<team>', 'the id of the team: see team deleted')
    .addOption(jsonOption())
    .action(async (teamId: string, { json }: Options) => {
      if (!(await withAdminDatabase((db) => restoreTeamAsOperator(db, teamId))))
        throw new Error(`there is no deleted team ${teamId} to restore. List them with: team deleted`);
      print(json, { teamId }, [`Restored ${teamId}.`]);
    });

  team
    .command('deleted')
    .description('List the deleted teams, with the time until which each can be restored.')
    .addOption(jsonOption())
    .action(async ({ json }: Options) => {
      const teams = await withAdminDatabase(listDeletedTeams);
      const rows = teams.map(({ id, deletedAt, goneAt, name }) => [id, deletedAt, goneAt, name]);
      print(json, { teams }, table(['ID', 'DELETED', 'GONE', 'NAME'], rows, 'No team is deleted.'));
    });
}
