import { Email, findTextProblem, textBounds, toStoredText } from '@crewboard/contracts';
import { type Queryable, queryMany, queryOne, sql } from '@crewboard/db';
import { InvalidArgumentError } from 'commander';
import { noSuchAccount } from '../features/accounts/erased-account.ts';
import { isTeamNotDeleted } from '../is-team-not-deleted.ts';

// Parses the arguments of commands, and finds the teams and members that they name. Throws errors for the terminal.

/** The name of a team, a person or a key, in the form in which the API stores names. */
export function parseName(value: string): string {
  const problem = findTextProblem(value, textBounds.name);
  if (problem) throw new InvalidArgumentError(`The name ${problem}.`);
  return toStoredText(value, textBounds.name);
}

export function parseEmail(value: string): string {
  const email = Email.safeParse(value);
  if (!email.success) throw new InvalidArgumentError('That is not an e-mail address.');
  return email.data;
}

/**
 * A date, or a time with its zone, in ISO 8601. A date alone means its first moment in UTC. Rejects times without a
 * zone, which would depend on the zone of the machine.
 */
export function parseTime(value: string): Date {
  const date = /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d{1,3})?)?(Z|[+-]\d{2}:\d{2}))?$/.test(value)
    ? new Date(value)
    : new Date(Number.NaN);
  if (Number.isNaN(date.getTime())) {
    throw new InvalidArgumentError('Give a date such as 2027-12-31 or 2027-12-31T18:00:00Z.');
  }
  return date;
}

/** Like `parseTime`, but only for the future. */
export function parseExpiry(value: string): Date {
  const date = parseTime(value);
  if (date <= new Date()) throw new InvalidArgumentError('The date has passed.');
  return date;
}

/** A parser of whole numbers from 1 to `max`, at most 9,999. */
export const parseUpTo =
  (max: number) =>
  (value: string): number => {
    const number = /^\d{1,4}$/.test(value) ? Number(value) : 0;
    if (number < 1 || number > max) throw new InvalidArgumentError(`Give a whole number from 1 to ${max}.`);
    return number;
  };

/** Finds a team by its id, or by its name if no other team has the same. Throws otherwise. */
export async function findTeam(db: Queryable, idOrName: string): Promise<{ id: string; name: string }> {
  const teams = await queryMany<{ id: string; name: string }>(
    db,
    sql`select id, name from teams where (id = ${idOrName} or name = ${idOrName}) and ${isTeamNotDeleted('teams.id')}`,
  );
  const exact = teams.find((team) => team.id === idOrName);
  if (exact) return exact;
  if (teams.length > 1) throw new Error(`several teams are called "${idOrName}": give the id (team list).`);
  if (!teams[0]) throw new Error(`there is no team "${idOrName}". List the teams with: team list`);
  return teams[0];
}

export const findTeamId = async (db: Queryable, idOrName: string): Promise<string> =>
  (await findTeam(db, idOrName)).id;

/** Finds a member of a team by e-mail address. Throws if there is no such account, or if it is not in the team. */
export async function findMember(
  db: Queryable,
  team: string,
  email: string,
): Promise<{ teamId: string; userId: string }> {
  const teamId = await findTeamId(db, team);
  const user = await queryOne<{ id: string; isMember: boolean }>(
    db,
    sql`
    select id, exists (select from members where user_id = users.id and team_id = ${teamId}) as "isMember"
    from users where email = ${email}`,
  );
  if (!user) throw noSuchAccount({ email });
  if (!user.isMember) throw new Error(`${email} is not a member of this team.`);
  return { teamId, userId: user.id };
}
