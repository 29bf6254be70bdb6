import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { eraseAccountAsOperator } from '../../src/features/accounts/erase-account.ts';
import { resetPassword } from '../../src/features/accounts/reset-password.ts';
import { type TestApi, useApi } from '../harness.ts';
import { finishErasure } from '../support/erasures.ts';
import { interceptQuery } from '../support/intercept-query.ts';
import { call, createPerson, password, sessionOf, signIn } from '../support/people.ts';
import { tablesWith } from '../support/search-dump.ts';

const api = useApi({ teamCreation: 'anyone' });
/** A second process of the service: only the database can order its requests. */
let replica: TestApi;
beforeAll(async () => {
  replica = await api().replica({ teamCreation: 'anyone' });
});
afterAll(() => replica.close());

const rounds = 4;

it('keeps one operator when all four are erased at once', async () => {
  const { pool } = api().db;
  const people: { userId: string }[] = [];
  // The erasures of people of one team wait for each other anyhow.
  for (let count = 0; count < 4; count += 1)
    people.push(await createPerson(api(), (await api().createTeam()).teamId, 'member'));
  const ids = people.map(({ userId }) => userId);
  await pool.query('update users set is_operator = (id = any($1))', [ids]);
  // All four wait for a lock before the first one continues.
  const gate = await pool.connect();
  onTestFinished(() => gate.release(true));
  await gate.query('begin');
  await gate.query('select from users for no key update');
  const erasures = Promise.allSettled(ids.map((id) => eraseAccountAsOperator(api().db, { id })));
  const waiting = `select from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`;
  await expect.poll(async () => (await pool.query(waiting)).rowCount, { interval: 10 }).toBe(4);
  await gate.query('rollback');
  const rejected = (await erasures).flatMap((each) => (each.status === 'rejected' ? [each.reason] : []));
  expect(rejected.map(({ message }) => message)).toEqual([expect.stringMatching(/is the last operator/)]);
  const left = await pool.query('select from users where is_operator');
  expect(left.rowCount).toBe(1);
});

it('erases no account whose password is reset after the check of the former one', async () => {
  const { email } = await createPerson(api(), (await api().createTeam()).teamId, 'member');
  const session = await sessionOf(api(), email);
  interceptQuery(api().db, /select password_hash as "passwordHash" from users/, async (send) => {
    const checked = await send();
    await resetPassword({ ctx: { db: api().db }, input: { email, password: 'reset-battery' } });
    return checked;
  });
  const { problem } = await call(api(), ['mutation', 'accounts.erase'], { email, password }, { session });
  expect(problem).toMatchObject({ code: 'VALIDATION_ERROR', errors: [{ path: 'password' }] });
  expect((await signIn(api(), email, '192.0.2.1', 'reset-battery')).status).toBe(200);
});

it('erases a person who acts in the same second in 8 requests of 2 processes, in each of 4 rounds', async () => {
  for (let round = 0; round < rounds; round += 1) {
    const team = await api().createTeam();
    const other = await createPerson(api(), team.teamId, 'owner');
    const { userId, email } = await createPerson(api(), team.teamId, 'admin');
    const [name, session] = [`Quintessa ${crypto.randomUUID()}`, await sessionOf(api(), email)];
    const admin = await sessionOf(api(), other.email);
    const taskId = await api().createTask(team);
    const { teamId } = team;
    const as = { session, team: teamId };
    const writes: ((on: TestApi) => Promise<{ status: number }>)[] = [
      (on) => call(on, ['mutation', 'accounts.update'], { name }, as),
      (on) => call(on, ['mutation', 'comments.create'], { taskId, body: 'Said' }, as),
      (on) => call(on, ['mutation', 'invitations.create'], { teamId, role: 'member' }, as),
      (on) => call(on, ['mutation', 'teams.create'], { name: 'Of my own' }, as),
      (on) => call(on, ['mutation', 'tasks.update'], { taskId, assignedMemberId: userId }, as),
      (on) =>
        call(
          on,
          ['mutation', 'members.setRole'],
          { teamId, userId, role: 'viewer' },
          { session: admin, team: teamId },
        ),
      (on) => signIn(on, email),
      (on) => call(on, ['mutation', 'accounts.erase'], { email, password }, as),
    ];
    const replies = await Promise.all(
      writes.map((write, index) => write((index + round) % 2 ? api() : replica)),
    );
    const statuses = replies.map(({ status }) => status);
    expect(
      statuses.every((status) => [200, 400, 401, 403, 404, 409].includes(status)),
      statuses.join(' '),
    ).toBe(true);
    const erased = await call(api(), ['mutation', 'accounts.erase'], { email, password }, as);
    // A team of their own that was faster: the last owner stays, and can leave nothing behind.
    if (erased.status === 409) {
      await api().owner.query(`delete from members where user_id = $1 and role = 'owner'`, [userId]);
      expect((await call(api(), ['mutation', 'accounts.erase'], { email, password }, as)).status).toBe(200);
    }
    await finishErasure(api(), userId);
    expect(await tablesWith(api(), [name, email]), statuses.join(' ')).toEqual([]);
    const left = await api().owner.query(
      `select 'member' from members where user_id = $1 union all select 'session' from sessions where user_id = $1`,
      [userId],
    );
    expect(left.rows, statuses.join(' ')).toEqual([]);
  }
});
