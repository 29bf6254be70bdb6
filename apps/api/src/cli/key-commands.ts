import { type KeyAccess, keyAccesses } from '@crewboard/contracts';
import { queryOne, sql } from '@crewboard/db';
import { type Command, Option } from 'commander';
import { createToken } from '../auth/tokens.ts';
import { createApiKey } from '../features/api-keys/create-api-key.ts';
import { listApiKeys } from '../features/api-keys/list-api-keys.ts';
import { revokeApiKey } from '../features/api-keys/revoke-api-key.ts';
import { systemWriter } from '../features/events/record-event.ts';
import { findTeamId, parseExpiry, parseName } from './arguments.ts';
import { withAdminDatabase } from './open-admin-database.ts';
import { jsonOption, print, table } from './print.ts';

type Options = { json?: boolean };
type CreateOptions = Options & { name: string; access: KeyAccess; expires?: Date };

export function addKeyCommands(program: Command): void {
  const key = program.command('key').description('Create, list and revoke the API keys of a team.');

  key
    .command('create')
    .description('Create an API key, which is shown only once.')
    .argument('<team>', 'the id or name of the team')
    .requiredOption('--name <name>', 'the name of the key', parseName)
    .addOption(
      new Option('--access <access>', 'all that keys may do; tasks, comments and reading; only reading')
        .choices(keyAccesses)
        .default('manage'),
    )
    .option('--expires <date>', 'when the key expires, in ISO 8601 (default: never)', parseExpiry)
    .addOption(jsonOption())
    .action(async (team: string, { name, access, expires, json }: CreateOptions) => {
      const created = await withAdminDatabase(async (db) => {
        const teamId = await findTeamId(db, team);
        const input = { name, access, expiresAt: expires?.toISOString() };
        return { teamId, ...(await createApiKey({ ctx: { db, ...systemWriter(teamId) }, input })) };
      });
      print(json, created, [
        `Key      ${created.id}   ${name}, access ${access}${created.expiresAt ? `, until ${created.expiresAt}` : ''}`,
        `API key  ${created.apiKey}   (shown only once)`,
      ]);
    });

  key
    .command('generate')
    .description(
      'Print a new API key and store nothing: for INIT_API_KEY, with which `migrate` sets up a new database.',
    )
    .addOption(jsonOption())
    .action(({ json }: Options) => {
      const { token } = createToken('team');
      print(json, { apiKey: token }, [token]);
    });

  key
    .command('list')
    .description('List the API keys of a team, the oldest first.')
    .argument('<team>', 'the id or name of the team')
    .addOption(jsonOption())
    .action(async (team: string, { json }: Options) => {
      const keys = await withAdminDatabase(async (db) =>
        listApiKeys({ ctx: { db, ...systemWriter(await findTeamId(db, team)) } }),
      );
      const rows = keys.map((row) => [
        row.id,
        `${row.prefix}…`,
        row.access,
        row.lastUsedAt ?? '-',
        row.expiresAt ?? '-',
        row.revokedAt ?? '-',
        row.name,
      ]);
      print(json, { keys }, table(['ID', 'KEY', 'ACCESS', 'LAST USED', 'EXPIRES', 'REVOKED', 'NAME'], rows));
    });

  key
    .command('revoke')
    .description('Revoke an API key: every request that starts from now on is rejected.')
    .argument('<id>', 'the id of the key (key list)')
    .addOption(jsonOption())
    .action(async (id: string, { json }: Options) => {
      const revoked = await withAdminDatabase(async (db) => {
        const row = await queryOne<{ teamId: string }>(
          db,
          sql`select team_id as "teamId" from api_keys where id = ${id}`,
        );
        if (!row) throw new Error(`there is no key "${id}". List the keys of a team with: key list TEAM`);
        return revokeApiKey({ ctx: { db, ...systemWriter(row.teamId) }, input: { keyId: id } });
      });
      print(json, revoked, [`Revoked ${id} at ${revoked.revokedAt}.`]);
    });
}
