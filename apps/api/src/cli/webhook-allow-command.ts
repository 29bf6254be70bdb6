import { type Database, queryMany, sql } from '@crewboard/db';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { deleteAllowRule, saveAllowRule } from '../features/webhooks/allow-rules.ts';
import { listBlockedWebhooks } from '../features/webhooks/list-blocked-webhooks.ts';
import { readAllowList, readAllowRule, writeAllowRule } from '../outbound/allow-list.ts';
import { Outbound } from '../outbound/outbound.ts';
import { findTeamId, parseExpiry } from './arguments.ts';
import { effectiveWebhookAllow, withAdminDatabase } from './open-admin-database.ts';
import { jsonOption, print, table } from './print.ts';

type Options = { expires?: Date; list?: true; remove?: true; blocked?: true; json?: true };

/** The time for --blocked to check all enabled endpoints. It does not list endpoints that are not checked by then. */
const checkTimeoutMs = 3_000;

/** The canonical text of a rule. Rejects all addresses, because these include the metadata services of clouds. */
function parseDestination(value: string): string {
  try {
    const rule = readAllowRule(value);
    const prefixLength = typeof rule.host === 'string' ? undefined : rule.host[1];
    if (prefixLength === 0) {
      throw new Error(
        `"${value}" allows every address. Name the network of the receivers, such as 10.20.0.0/16`,
      );
    }
    return writeAllowRule(rule);
  } catch (error) {
    throw new InvalidArgumentError(`${(error as Error).message}.`);
  }
}

export function addWebhookAllowCommand(program: Command): void {
  program
    .command('webhook-allow')
    .description(
      'Let the webhooks of one team reach a destination that is not public, such as 127.0.0.1/32:4800. Takes effect with the next delivery.',
    )
    .argument('[team]', 'the id or name of the team')
    .argument(
      '[destination]',
      'HOST, ADDRESS or CIDR network, each with an optional :PORT; IPv6 with a port as [::1]/128:4800',
      parseDestination,
    )
    .option('--expires <date>', 'when the rule expires, in ISO 8601 (default: never)', parseExpiry)
    .addOption(
      new Option('--list', 'list the rules of one team or of all teams').conflicts([
        'remove',
        'blocked',
        'expires',
      ]),
    )
    .addOption(
      new Option('--remove', 'remove the rule for the destination').conflicts(['blocked', 'expires']),
    )
    .addOption(
      new Option(
        '--blocked',
        'list the enabled webhooks that are blocked now, according to WEBHOOK_ALLOW in this terminal or, if unset, in the running service',
      ).conflicts('expires'),
    )
    .addOption(jsonOption())
    .action(async (team: string | undefined, destination: string | undefined, options: Options) => {
      const { expires: expiresAt, list, remove, blocked, json } = options;
      if (blocked) return printBlocked(team, json);
      if (list && !destination) return printRules(team, json);
      if (!team || !destination || list) {
        throw new Error('give a team and a destination: webhook-allow TEAM 127.0.0.1/32:4800, or --list.');
      }
      const teamId = await withAdminDatabase(async (db) => {
        const call = { ctx: { db }, input: { teamId: await findTeamId(db, team), destination, expiresAt } };
        await (remove ? deleteAllowRule(call) : saveAllowRule(call));
        return call.input.teamId;
      });
      const until = expiresAt?.toISOString();
      print(json, { teamId, destination, isAllowed: !remove, expiresAt: until ?? null }, [
        remove
          ? `Removed the rule of team ${teamId} for ${destination}. Other rules and WEBHOOK_ALLOW still apply.`
          : `Webhooks of ${teamId} may reach ${destination}${until ? ` until ${until}` : ''}.`,
      ]);
    });
}

type Rule = {
  teamId: string;
  teamName: string;
  destination: string;
  createdAt: string;
  expiresAt: string | null;
};

async function printRules(team: string | undefined, json: true | undefined): Promise<void> {
  const rules = await withAdminDatabase(async (db) => {
    const teamId = team === undefined ? null : await findTeamId(db, team);
    return queryMany<Rule>(
      db,
      sql`
      select team_id as "teamId", destination, rules.created_at as "createdAt", expires_at as "expiresAt",
        teams.name as "teamName"
      from webhook_allow_rules as rules join teams on teams.id = team_id
      where ${teamId}::text is null or team_id = ${teamId}
      order by teams.created_at, team_id, destination`,
    );
  });
  const rows = rules.map((rule) => [
    rule.teamId,
    rule.destination,
    rule.createdAt,
    rule.expiresAt ?? '-',
    rule.teamName,
  ]);
  const objects = rules.map(({ teamName: _, ...rule }) => rule);
  const whenEmpty =
    'No rules. Webhooks reach public addresses and the destinations in WEBHOOK_ALLOW of the service.';
  const header = ['TEAM', 'MAY REACH', 'SINCE', 'EXPIRES', 'NAME'];
  print(json, { rules: objects }, table(header, rows, whenEmpty));
}

async function printBlocked(team: string | undefined, json: true | undefined): Promise<void> {
  if (team !== undefined) throw new Error('--blocked lists all teams. Omit the team.');
  const blocked = await withAdminDatabase(findBlocked);
  const rows = blocked.map((each) => [
    each.teamId,
    each.origin,
    String(each.count),
    each.allowRule,
    each.teamName,
  ]);
  const header = ['TEAM', 'WEBHOOK', 'COUNT', 'ALLOW RULE', 'NAME'];
  print(json, { blocked }, table(header, rows, 'No enabled webhook is blocked.'));
}

async function findBlocked(db: Database) {
  const allow = readAllowList(effectiveWebhookAllow(db));
  const outbound = new Outbound({
    allow,
    connectTimeoutMs: checkTimeoutMs,
    responseTimeoutMs: checkTimeoutMs,
  });
  try {
    return await listBlockedWebhooks({ ctx: { db, outbound }, input: { withinMs: checkTimeoutMs } });
  } finally {
    await outbound.close();
  }
}
