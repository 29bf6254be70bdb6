import { type Database, newId } from '@crewboard/db';
import { generateMembers, insertMembers, type NewMember } from '../fixtures/members-in-bulk.ts';

const people: [name: string, role: NewMember['role'], activeMinutesAgo?: number][] = [
  ['Amara Okafor', 'admin', 0],
  ['Björn Lindqvist', 'member', 7],
  ['Carlos Méndez', 'member', 190],
  ['Dr. Wilhelmina van Oosterbeek-Featherstonehaugh', 'viewer', 60 * 24 * 3],
  ['Emil Novák', 'member', 60 * 24 * 41],
  ['Jonas Weber', 'member', 0],
  ['Marta Kowalczyk', 'owner', 52],
  ['Priya Raman', 'admin', 60 * 24],
  ['Yuki Tanaka', 'viewer'],
];

const emailOf = (name: string) =>
  `${name
    .toLowerCase()
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^a-z]+/g, '.')}@northwind.test`;

const SESSIONS = [
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Mobile/15E148 Safari/604.1',
    '198.51.100.23',
    '40 minutes',
    '12 days',
  ],
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36 Edg/142.0.0.0',
    '2001:db8:85a3:8d3:1319:8a2e:370:7348',
    '6 days',
    '19 days',
  ],
  [null, null, '26 days', '26 days'],
];

/** People in the team, another team of 300, and sessions of the owner on other devices. */
export async function seedMembers(db: Database, teamId: string, largeTeamId: string): Promise<void> {
  await insertMembers(
    db,
    teamId,
    people.map(([name, role, activeMinutesAgo]) => ({ name, email: emailOf(name), role, activeMinutesAgo })),
  );
  await insertMembers(db, largeTeamId, generateMembers(299));
  for (const [userAgent, address, active, created] of SESSIONS) {
    await db.pool.query(
      `insert into sessions (id, user_id, user_agent, address, last_active_at, created_at, expires_at)
       select $1, id, $2, $3, now() - $4::interval, now() - $5::interval, now() + interval '4 days'
       from users where email = 'sofia@northwind.test'`,
      [newId(), userAgent, address, active, created],
    );
  }
}
