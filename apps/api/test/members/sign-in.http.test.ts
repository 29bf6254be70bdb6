import { Account, SignedIn } from '@crewboard/contracts';
import { describe, expect, it } from 'vitest';
import { resetPassword } from '../../src/features/accounts/reset-password.ts';
import { useApi } from '../harness.ts';
import { OpenWriter } from '../log/support/open-writer.ts';
import { call, createPerson, sessionOf, signIn } from '../support/people.ts';

const api = useApi();

const me = (session: string, team?: string) =>
  call(api(), ['query', 'accounts.me'], undefined, { session, team });

async function person() {
  const team = await api().createTeam();
  return { team, ...(await createPerson(api(), team.teamId, 'member')) };
}

describe('accounts.signIn', () => {
  it('opens a session for the right password, with the e-mail address in any case', async () => {
    const { email, userId, team } = await person();
    const { status, data } = await signIn(api(), ` ${email.toUpperCase()} `);
    expect(status).toBe(200);
    const session = SignedIn.parse(data);
    expect(session).toMatchObject({ userId, email });
    const account = Account.parse((await me(session.sessionId)).data);
    expect(account).toMatchObject({ id: userId, teams: [{ id: team.teamId, role: 'member' }] });
  });

  it('returns the same error for a wrong password, an unknown address and empty fields', async () => {
    const { email } = await person();
    const responses = [
      await signIn(api(), email, '192.0.2.2', 'wrong'),
      await signIn(api(), 'nobody@crewboard.test'),
      await signIn(api(), '', '192.0.2.3', ''),
      await signIn(api(), 'nobody@crewboard.test', '192.0.2.3', '\0'),
    ].map(({ status, problem }) => ({ status, code: problem?.code, detail: problem?.detail }));
    expect(new Set(responses.map((response) => JSON.stringify(response))).size).toBe(1);
    expect(responses[0]).toMatchObject({ status: 401, code: 'UNAUTHENTICATED' });
  });
});

it.each(['nobody\0@crewboard.test', '\0', 'nobody\ud800@crewboard.test'])(
  '400: an e-mail address that cannot be stored: %j',
  async (email) => {
    expect(await signIn(api(), email)).toMatchObject({ status: 400, problem: { code: 'VALIDATION_ERROR' } });
  },
);

describe('a session', () => {
  it('is invalid on the next request after signing out', async () => {
    const { email } = await person();
    const [session, other] = [await sessionOf(api(), email), await sessionOf(api(), email)];
    expect((await call(api(), ['mutation', 'accounts.signOut'], undefined, { session })).status).toBe(200);
    expect(await me(session)).toMatchObject({ status: 401, problem: { code: 'UNAUTHENTICATED' } });
    expect((await me(other)).status).toBe(200);
  });

  it('is invalid after its expiry, and after a password reset', async () => {
    const { email } = await person();
    const [first, second] = [await sessionOf(api(), email), await sessionOf(api(), email)];
    await api().db.pool.query('update sessions set expires_at = now() where id = $1', [first]);
    expect((await me(first)).status).toBe(401);
    await resetPassword({ ctx: { db: api().db }, input: { email, password: 'another-password' } });
    expect((await me(second)).status).toBe(401);
    expect((await signIn(api(), email)).status).toBe(401);
  });

  it('is not opened with a password that is reset before the session is stored', async () => {
    const { email, userId } = await person();
    const reset = await OpenWriter.begin(api().db.pool);
    const setPassword = `update users set password_hash = '-', revision = revision + 1 where id = $1`;
    await reset.client.query(setPassword, [userId]);
    const signingIn = signIn(api(), email);
    const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
    await expect.poll(async () => (await api().db.reads.query(waiting)).rowCount).toBe(1);
    await reset.commit();
    expect(await signingIn).toMatchObject({ status: 401, problem: { code: 'UNAUTHENTICATED' } });
    const { rowCount } = await api().db.pool.query('select from sessions where user_id = $1', [userId]);
    expect(rowCount).toBe(0);
  });

  it('is rejected with an unknown id', async () => {
    expect((await me('cmwpqrifq00005r7dcfaaj1g8')).status).toBe(401);
  });
});

it('never appears in a log line, and neither does a password', async () => {
  const { email } = await person();
  const session = await sessionOf(api(), email);
  await signIn(api(), email, '203.0.113.1', 'a-wrong-password');
  const log = api().logLines.join('');
  for (const secret of ['correct-horse-battery', 'a-wrong-password', session])
    expect(log).not.toContain(secret);
});
