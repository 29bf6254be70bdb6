import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { newId } from '@crewboard/db';
import { createTestDatabase, type TestDatabase } from '@crewboard/db/testing';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { createTeam } from '../../src/features/teams/create-team.ts';
import { allowDestination } from '../../src/features/webhooks/allow-destination.ts';

const script = path.join(import.meta.dirname, '../../src/cli/admin.ts');

let db: TestDatabase;
let teamId: string;
beforeAll(async () => {
  db = await createTestDatabase(inject('postgresUrl'));
  teamId = (await createTeam({ ctx: { db }, input: { name: 'Harbour' } })).teamId;
});
afterAll(() => db.close());

/** What the command prints, or the one line with which it fails. */
async function admin(command: string[], env: NodeJS.ProcessEnv = process.env): Promise<string> {
  const options = { env: { ...env, DATABASE_URL: db.url } };
  const { stdout } = await promisify(execFile)(process.execPath, [script, ...command], options).catch(
    ({ code, stderr }: { code: number; stderr: string }) => {
      expect(code).toBe(1);
      expect(stderr.trimEnd()).not.toContain('\n');
      throw new Error(stderr.trimEnd());
    },
  );
  return stdout;
}
const adminJson = async (...command: string[]) => JSON.parse(await admin([...command, '--json']));

async function insertWebhook(url: string, isEnabled = true): Promise<void> {
  await db.pool.query(
    `insert into webhooks (id, team_id, url, event_types, secret, enabled, subscribed_since, disabled_reason, disabled_at)
     values ($1, $2, $3, '{task.completed}', '-', $4, case when $4 then pg_current_snapshot() end,
       case when not $4 then 'switched_off' end, case when not $4 then now() end)`,
    [newId(), teamId, url, isEnabled],
  );
}

describe('webhook-allow', () => {
  it('adds, lists and removes what a team may reach, by id or name', async () => {
    expect(await admin(['webhook-allow', 'Harbour', '127.0.0.1:4800'])).toBe(
      `Webhooks of ${teamId} may reach 127.0.0.1/32:4800.\n`,
    );
    await admin(['webhook-allow', teamId, '[0::1]/128:4800']);
    const { rules } = await adminJson('webhook-allow', '--list');
    expect(rules.map((rule: { destination: string }) => rule.destination)).toEqual([
      '127.0.0.1/32:4800',
      '[::1]/128:4800',
    ]);
    expect(await adminJson('webhook-allow', teamId, '127.0.0.1/32:4800', '--remove')).toEqual({
      ...{ teamId, destination: '127.0.0.1/32:4800', isAllowed: false, expiresAt: null },
    });
    expect(await admin(['webhook-allow', teamId, '--list'])).not.toContain('127.0.0.1');
  });

  it.each([
    ['every IPv4 address', ['Harbour', '0.0.0.0/0'], /allows every address\. Name the network/],
    ['an invalid destination', ['Harbour', 'http://127.0.0.1'], /"http:\/\/127\.0\.0\.1" is not a host name/],
    ['no destination', ['Harbour'], /give a team and a destination/],
    ['two things at once', ['Harbour', '127.0.0.1', '--list', '--remove'], /give one of/],
    [
      'a rule that is not there',
      ['Harbour', '127.0.0.1:1', '--remove'],
      /has no rule for 127\.0\.0\.1\/32:1/,
    ],
  ])('rejects %s in one line', async (_title, args, message) => {
    await expect(admin(['webhook-allow', ...args])).rejects.toThrow(message);
  });

  it('--blocked lists enabled webhooks that may not be called, without path and query', async () => {
    await insertWebhook('http://10.0.0.1:8080/secret?token=x');
    await insertWebhook('http://10.0.0.1:8080/other');
    await insertWebhook('http://localhost/');
    await insertWebhook('http://10.0.0.2/', false);
    await insertWebhook('https://93.184.216.34/hook');
    await insertWebhook('http://10.9.9.9/');
    const input = { teamId, destination: '10.9.0.0/16' };
    await allowDestination({ ctx: { db }, input });
    const team = { teamId, teamName: 'Harbour' };
    expect(await adminJson('webhook-allow', '--blocked')).toEqual({
      blocked: [
        { ...team, origin: 'http://10.0.0.1:8080', count: 2, allowRule: '10.0.0.1/32:8080' },
        { ...team, origin: 'http://localhost', count: 1, allowRule: 'localhost:80' },
      ],
    });
    const env = { ...process.env, WEBHOOK_ALLOW: '10.0.0.0/8, localhost:80' };
    expect(await admin(['webhook-allow', '--blocked'], env)).toBe('No enabled webhook is blocked.\n');
  });
});

describe('operator', () => {
  it('the first account is one; others are made, listed and unmade, and the last one stays', async () => {
    const create = (email: string) =>
      adminJson('user', 'create', email, '--team', teamId, '--role', 'viewer');
    expect(await create('first@crewboard.test')).toMatchObject({ isOperator: true });
    expect(await create('second@crewboard.test')).toMatchObject({ isOperator: false });
    await expect(admin(['operator', 'remove', 'first@crewboard.test'])).rejects.toThrow(
      /is the last operator/,
    );
    expect(await admin(['operator', 'add', 'Second@crewboard.test'])).toBe(
      'second@crewboard.test is an operator.\n',
    );
    await admin(['operator', 'remove', 'first@crewboard.test']);
    const { operators } = await adminJson('operator', 'list');
    expect(operators).toMatchObject([{ email: 'second@crewboard.test' }]);
  });
});

describe('user', () => {
  const member = (role: string) => ['--team', teamId, '--role', role];
  const rolesOf = async (email: string) => {
    const { rows } = await db.pool.query<{ role: string }>(
      'select role from members join users on users.id = user_id where email = $1 and team_id = $2',
      [email, teamId],
    );
    return rows.map(({ role }) => role);
  };
  const eventsOf = async (userId: string) => {
    const { rows } = await db.pool.query<{ type: string; actorKind: string }>(
      `select type, actor_kind as "actorKind" from events where subject_id = $1 order by xid, id`,
      [userId],
    );
    expect(new Set(rows.map(({ actorKind }) => actorKind))).toEqual(new Set(['system']));
    return rows.map(({ type }) => type);
  };

  it('changes roles and removes people, but for the last owner', async () => {
    const [ada, bob] = ['ada@crewboard.test', 'bob@crewboard.test'];
    const { userId } = await adminJson('user', 'create', ada, ...member('owner'));
    await adminJson('user', 'create', bob, ...member('viewer'));
    await expect(admin(['user', 'set-role', ada, ...member('admin')])).rejects.toThrow(
      /^crewboard: ada is the last owner of this team\. Make someone else an owner first\.$/,
    );
    await expect(admin(['user', 'remove', ada, '--team', teamId])).rejects.toThrow(/last owner/);
    expect(
      await admin(['user', 'set-role', 'Bob@crewboard.test', '--team', 'Harbour', '--role', 'owner']),
    ).toBe('bob@crewboard.test is owner of the team.\n');
    expect(await adminJson('user', 'set-role', ada, ...member('member'))).toEqual({
      ...{ userId, teamId, email: ada, role: 'member' },
    });
    expect(await rolesOf(ada)).toEqual(['member']);
    const { users } = await adminJson('user', 'list');
    const teams = [{ id: teamId, name: 'Harbour', role: 'member' }];
    expect(users).toContainEqual(expect.objectContaining({ id: userId, email: ada, teams }));
    expect(await admin(['user', 'list'])).toMatch(/^ada@crewboard\.test .*Harbour \(member\)$/m);
    expect(await adminJson('user', 'remove', ada, '--team', teamId)).toEqual({ userId, teamId, email: ada });
    expect(await rolesOf(ada)).toEqual([]);
    expect(await eventsOf(userId)).toEqual(['member.added', 'member.role_changed', 'member.removed']);
    await expect(admin(['user', 'remove', ada, '--team', teamId])).rejects.toThrow(
      /is no member of this team/,
    );
    await expect(admin(['user', 'set-role', 'x@crewboard.test', ...member('owner')])).rejects.toThrow(
      /there is no account/,
    );
  });

  it('ends the sessions of an account', async () => {
    const email = 'cleo@crewboard.test';
    const { userId } = await adminJson('user', 'create', email, ...member('viewer'));
    await db.pool.query(
      `insert into sessions (id, user_id, expires_at, revoked_at) values
         ('open', $1, now() + interval '1 hour', null), ('expired', $1, now(), null),
         ('revoked', $1, now() + interval '1 hour', now())`,
      [userId],
    );
    expect(await admin(['user', 'sessions', 'revoke', email])).toBe(`Ended 1 session of ${email}.\n`);
    expect(await adminJson('user', 'sessions', 'revoke', email)).toEqual({ email, count: 0 });
    await expect(admin(['user', 'sessions', 'revoke', 'x@crewboard.test'])).rejects.toThrow(/no account/);
  });
});
