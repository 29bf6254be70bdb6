import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import type { ApiKey } from '@crewboard/contracts';
import { newId } from '@crewboard/db';
import { createTestDatabase, type TestDatabase } from '@crewboard/db/testing';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { createUser } from '../../src/features/accounts/create-user.ts';
import { createTeam } from '../../src/features/teams/create-team.ts';
import { saveAllowRule } from '../../src/features/webhooks/allow-rules.ts';
import { runAdmin } from './support/run-admin.ts';

const script = path.join(import.meta.dirname, '../../src/cli/admin.ts');

let db: TestDatabase;
let teamId: string;
beforeAll(async () => {
  db = await createTestDatabase(inject('postgresUrl'));
  teamId = (await createTeam({ ctx: { db }, input: { name: 'Harbour' } })).teamId;
});
afterAll(() => db.close());

const admin = (command: string[], env: Record<string, string> = {}) =>
  runAdmin(command, { ...env, DATABASE_URL: db.url });
const adminJson = async (...command: string[]) => JSON.parse(await admin([...command, '--json']));

it('prints its result as a process, or one line and exit code 1', async () => {
  const run = (...command: string[]) =>
    promisify(execFile)(process.execPath, [script, ...command], {
      env: { ...process.env, DATABASE_URL: db.url },
    });
  expect((await run('webhook-allow', '--list')).stdout).not.toBe('');
  const expected = { code: 1, stdout: '', stderr: expect.stringMatching(/^crewboard: [^\n]+\n$/) };
  await expect(run('webhook-allow', 'Harbour')).rejects.toMatchObject(expected);
  await expect(run('webhook-allow', '--unknown')).rejects.toMatchObject(expected);
});

async function insertWebhook(url: string, isEnabled = true): Promise<void> {
  await db.pool.query(
    `insert into webhooks (id, team_id, url, event_types, secret, enabled, subscribed_since, disabled_reason, disabled_at)
     values ($1, $2, $3, '{task.completed}', '-', $4, case when $4 then pg_current_snapshot() end,
       case when not $4 then 'switched_off' end, case when not $4 then now() end)`,
    [newId(), teamId, url, isEnabled],
  );
}

describe('key', () => {
  it('creates keys that may do everything, or less, and lists what each may do', async () => {
    const whole = await adminJson('key', 'create', 'Harbour', '--name', 'Whole');
    const limited = await adminJson('key', 'create', 'Harbour', '--name', 'Limited', '--access', 'tasks');
    expect([whole.access, limited.access]).toEqual(['manage', 'tasks']);
    expect(limited.apiKey).toMatch(/^cb_team_/);
    const { keys } = await adminJson('key', 'list', teamId);
    const accessByName = keys.map(({ name, access }: ApiKey) => [name, access]);
    expect(accessByName).toEqual(
      expect.arrayContaining([
        ['Whole', 'manage'],
        ['Limited', 'tasks'],
      ]),
    );
    expect(await admin(['key', 'list', teamId])).toMatch(/ACCESS[\s\S]* tasks +- +- +- +Limited/);
    await expect(admin(['key', 'create', 'Harbour', '--name', 'X', '--access', 'all'])).rejects.toThrow(
      'manage, tasks, read',
    );
  });
});

describe('invite', () => {
  it('prints a link by which people join', async () => {
    const made = await adminJson('invite', 'Harbour', '--role', 'viewer', '--days', '30', '--uses', '100');
    expect(made).toMatchObject({ role: 'viewer', maxUses: 100, uses: 0, inviterName: null });
    expect(made.link).toMatch(/^http:\/\/[^/]+\/join#cb_invite_\w{36}$/);
    const env = { PUBLIC_URL: 'https://board.example.com' };
    expect(await admin(['invite', teamId, '--role', 'member'], env)).toMatch(
      /^Link {2}https:\/\/board\.example\.com\/join#cb_invite_\w{36} {3}\(shown only once\)\nOne person can join by it as member, until /,
    );
  });

  it.each([
    ['--days', '0'],
    ['--days', '31'],
    ['--uses', '101'],
    ['--uses', '1e1'],
    ['--role', 'owner'],
  ])('rejects %s %s', async (option, value) => {
    await expect(admin(['invite', 'Harbour', '--role', 'member', option, value])).rejects.toThrow(
      /from 1 to|admin, member/,
    );
  });
});

describe('webhook-allow', () => {
  it('adds, lists and removes the rules of a team, by id or name', async () => {
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
    ['Harbour 0.0.0.0/0', /allows every address\. Name the network/],
    ['Harbour http://127.0.0.1', /"http:\/\/127\.0\.0\.1" is not a host name/],
    ['Harbour', /give a team and a destination/],
    ['Harbour --list --remove', /'--list' cannot be used with option '--remove'/],
    [
      'Harbour 127.0.0.1 --remove --expires 2099-01-01',
      /'--remove' cannot be used with option '--expires <date>'/,
    ],
    ['Harbour 127.0.0.1:1 --remove', /has no rule for 127\.0\.0\.1\/32:1/],
  ])('rejects %s in one line', async (args, message) => {
    await expect(admin(['webhook-allow', ...args.split(' ')])).rejects.toThrow(message);
  });

  it('--blocked lists enabled webhooks with blocked addresses, without path and query', async () => {
    await insertWebhook('http://10.0.0.1:8080/secret?token=x');
    await insertWebhook('http://10.0.0.1:8080/other');
    await insertWebhook('http://localhost/');
    await insertWebhook('http://10.0.0.2/', false);
    await insertWebhook('https://93.184.216.34/hook');
    await insertWebhook('http://10.9.9.9/');
    const input = { teamId, destination: '10.9.0.0/16' };
    await saveAllowRule({ ctx: { db }, input });
    const team = { teamId, teamName: 'Harbour' };
    expect(await adminJson('webhook-allow', '--blocked')).toEqual({
      blocked: [
        { ...team, origin: 'http://10.0.0.1:8080', count: 2, allowRule: '10.0.0.1/32:8080' },
        { ...team, origin: 'http://localhost', count: 1, allowRule: 'localhost:80' },
      ],
    });
    const env = { WEBHOOK_ALLOW: '10.0.0.0/8, localhost:80' };
    expect(await admin(['webhook-allow', '--blocked'], env)).toBe('No enabled webhook is blocked.\n');
  });
});

describe('operator', () => {
  it('makes the first account an operator, adds, lists and removes others, and keeps the last one', async () => {
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
  /** A new team with an owner and a viewer. */
  async function createCrew() {
    const id = newId();
    const crew = (await createTeam({ ctx: { db }, input: { name: `Crew ${id}` } })).teamId;
    const [ada, bob] = [`ada-${id}@crewboard.test`, `bob-${id}@crewboard.test`];
    const create = async (email: string, role: 'owner' | 'viewer') => {
      const input = { teamId: crew, email, name: email.slice(0, 3), role, password: 'correct-horse-battery' };
      return (await createUser({ ctx: { db }, input })).userId;
    };
    return {
      crew,
      name: `Crew ${id}`,
      ada,
      bob,
      adaId: await create(ada, 'owner'),
      bobId: await create(bob, 'viewer'),
    };
  }

  const eventsOf = async (userId: string) => {
    const { rows } = await db.pool.query<{ type: string; actorKind: string }>(
      `select type, actor_kind as "actorKind" from events where subject_id = $1 order by xid, id`,
      [userId],
    );
    expect(new Set(rows.map(({ actorKind }) => actorKind))).toEqual(new Set(['system']));
    return rows.map(({ type }) => type);
  };

  it('changes the role of a member, by the id or name of the team', async () => {
    const { crew, name, bob, bobId } = await createCrew();
    expect(await admin(['user', 'set-role', bob.toUpperCase(), '--team', name, '--role', 'owner'])).toBe(
      `${bob} now has the role owner in the team.\n`,
    );
    expect(await adminJson('user', 'set-role', bob, '--team', crew, '--role', 'admin')).toEqual({
      ...{ userId: bobId, teamId: crew, email: bob, role: 'admin' },
    });
    const { users } = await adminJson('user', 'list');
    const teams = [{ id: crew, name, role: 'admin' }];
    expect(users).toContainEqual(expect.objectContaining({ id: bobId, email: bob, teams }));
    expect(await eventsOf(bobId)).toEqual(['member.added', 'member.role_changed', 'member.role_changed']);
  });

  it('removes a person from a team and keeps the account', async () => {
    const { crew, bob, bobId } = await createCrew();
    expect(await adminJson('user', 'remove', bob, '--team', crew)).toEqual({
      ...{ userId: bobId, teamId: crew, email: bob },
    });
    const { users } = await adminJson('user', 'list');
    expect(users).toContainEqual(expect.objectContaining({ id: bobId, teams: [] }));
    expect(await eventsOf(bobId)).toEqual(['member.added', 'member.removed']);
  });

  const lastOwner = /^crewboard: ada is the last owner of this team\. Make someone else an owner first\.$/;
  it.each<[string, string[], RegExp]>([
    ['the demotion of the last owner', ['set-role', 'ada', '--role', 'admin'], lastOwner],
    ['the removal of the last owner', ['remove', 'ada'], lastOwner],
    [
      'a role for an unknown address',
      ['set-role', 'eve', '--role', 'owner'],
      /there is no account with the address eve-/,
    ],
    ['the removal of who is in another team', ['remove', 'other'], /is not a member of this team\.$/],
  ])(
    'rejects %s in one line and leaves the team unchanged',
    async (_title, [command = '', who = '', ...options], message) => {
      const { crew, ada, adaId } = await createCrew();
      const email = who === 'other' ? (await createCrew()).ada : ada.replace('ada', who);
      await expect(admin(['user', command, email, '--team', crew, ...options])).rejects.toThrow(message);
      expect(await eventsOf(adaId)).toEqual(['member.added']);
    },
  );

  it('ends the sessions of an account', async () => {
    const { bob, bobId } = await createCrew();
    await db.pool.query(
      `insert into sessions (id, user_id, expires_at, revoked_at) values
         ($1 || '1', $1, now() + interval '1 hour', null), ($1 || '2', $1, now(), null),
         ($1 || '3', $1, now() + interval '1 hour', now())`,
      [bobId],
    );
    expect(await admin(['user', 'sessions', 'revoke', bob])).toBe(`Ended 1 session of ${bob}.\n`);
    expect(await adminJson('user', 'sessions', 'revoke', bob)).toEqual({ email: bob, count: 0 });
    await expect(admin(['user', 'sessions', 'revoke', 'x@crewboard.test'])).rejects.toThrow(/no account/);
  });
});

describe('user erase', () => {
  it('asks for --yes without a terminal, erases by e-mail or id, and lists what was erased', async () => {
    const email = `${newId()}@crewboard.test`;
    const input = { teamId, email, name: 'Erin', role: 'member', password: 'correct-horse' } as const;
    const { userId } = await createUser({ ctx: { db }, input });
    await expect(admin(['user', 'erase', email])).rejects.toThrow(
      'This cannot be undone. Confirm it with --yes.',
    );
    await expect(admin(['user', 'erase', 'nobody@crewboard.test', '--yes'])).rejects.toThrow('no account');
    await expect(admin(['user', 'erase', 'unknown', '--yes'])).rejects.toThrow('no account with the id');
    expect(await adminJson('user', 'erase', email, '--yes')).toEqual({ userId, isNew: true });
    expect(await adminJson('user', 'erase', userId, '--yes')).toEqual({ userId, isNew: false });
    const { erasures } = await adminJson('user', 'erasures');
    expect(erasures).toEqual([
      { userId, requestedBy: 'operator', requestedAt: expect.any(String), finishedAt: null },
    ]);
    expect(await admin(['user', 'erasures'])).toMatch(/operator +under way\n$/);
    expect(await admin(['user', 'list'])).not.toMatch(new RegExp(`${userId}|Deleted account`));
  });
});

it('team delete: deletes a team by name, which nothing finds until it is restored by id', async () => {
  const created = await createTeam({ ctx: { db }, input: { name: 'Pier' } });
  await expect(admin(['team', 'delete', 'Pier'])).rejects.toThrow(
    'For 7 days it can be restored. Then everything of it is removed. Confirm it with --yes.',
  );
  const deleted = await adminJson('team', 'delete', 'Pier', '--yes');
  expect(deleted).toEqual({ id: created.teamId, name: 'Pier', goneAt: expect.any(String) });
  await expect(admin(['key', 'list', created.teamId])).rejects.toThrow('no team');
  await expect(admin(['team', 'delete', 'Pier', '--yes'])).rejects.toThrow('no team');
  expect((await adminJson('team', 'deleted')).teams).toMatchObject([{ id: created.teamId, name: 'Pier' }]);
  expect(await adminJson('team', 'restore', created.teamId)).toEqual({ teamId: created.teamId });
  await expect(admin(['team', 'restore', created.teamId])).rejects.toThrow('no deleted team');
  expect((await adminJson('key', 'list', 'Pier')).keys).toHaveLength(1);
});
