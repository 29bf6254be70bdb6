import type { FastifyBaseLogger } from 'fastify';
import { describe, expect, it } from 'vitest';
import { SignInLimits } from '../../src/auth/sign-in-limits.ts';
import { appSecret, useApi } from '../harness.ts';
import { type CallResult, call, createPerson, signIn } from '../support/people.ts';

/** A fixed clock: the assertions do not depend on the speed of the machine. */
const api = useApi({ bounds: { signInMaxWaitMs: 60_000 } });
const password = 'correct-horse-battery';

const createMember = async () => createPerson(api(), (await api().createTeam()).teamId, 'member');
const codeOf = ({ status, problem }: CallResult) => [status, problem?.code];
const limited = [429, 'RATE_LIMITED'];
const wrong = [401, 'UNAUTHENTICATED'];

/** The claims of the web server for a browser with this device token. */
const signInWith = (device: string, email: string, secret = password, address = '203.0.113.9') =>
  call(api(), ['mutation', 'accounts.signIn'], { email, password: secret, address, device }, {});

async function deviceOf(email: string, address: string): Promise<string> {
  const { data } = await signIn(api(), email, address);
  return (data as { device: string }).device;
}

async function fail(times: number, email: string, address: string): Promise<CallResult> {
  let last: CallResult | undefined;
  for (let i = 0; i < times; i += 1) last = await signIn(api(), email, address, 'wrong');
  return last as CallResult;
}

/** Returns an unused address of 240.0.0.0/4 for each test. */
let addresses = 0;
const newAddress = () => {
  addresses += 1;
  return `240.0.${addresses >> 8}.${addresses & 255}`;
};

async function countRows(): Promise<number> {
  const { rowCount } = await api().db.pool.query('select from sign_in_counters');
  return rowCount ?? 0;
}

describe('wrong passwords for an account from an address', () => {
  it('are limited to five in 15 minutes; then the correct password gets 429 there, and 200 at other addresses', async () => {
    const [{ email }, here] = [await createMember(), newAddress()];
    expect(codeOf(await fail(5, email, here))).toEqual(wrong);
    const response = await signIn(api(), email, here);
    expect(codeOf(response)).toEqual(limited);
    expect(response.problem?.detail).toMatch(/^Too many sign-in attempts\. Try again in 1[45] minutes\.$/);
    expect((await signIn(api(), email, newAddress())).status).toBe(200);
  });

  it('are limited to five for an unknown account too, with the same errors', async () => {
    const here = newAddress();
    expect(codeOf(await fail(5, 'nobody@crewboard.test', here))).toEqual(wrong);
    expect(codeOf(await fail(1, 'nobody@crewboard.test', here))).toEqual(limited);
  });

  it('are limited to five when concurrent, and across two processes', async () => {
    const [{ email }, here] = [await createMember(), newAddress()];
    const replica = await api().replica();
    const attempts = Array.from({ length: 20 }, (_, i) =>
      signIn(i % 2 ? replica : api(), email, here, 'wrong'),
    );
    const codes = (await Promise.all(attempts)).map(({ status }) => status);
    expect(codes.filter((status) => status === 401)).toHaveLength(5);
    expect(codes.filter((status) => status === 429)).toHaveLength(15);
    await replica.close();
  });

  it('are counted by the /64 of an IPv6 address', async () => {
    const { email } = await createMember();
    for (let i = 0; i < 5; i += 1) await signIn(api(), email, `2001:db8:0:1::${i}`, 'wrong');
    expect(codeOf(await signIn(api(), email, '2001:db8:0:1:ffff::'))).toEqual(limited);
    expect((await signIn(api(), email, '2001:db8:0:2::')).status).toBe(200);
  });

  it('are reset by the correct password', async () => {
    const [{ email }, here] = [await createMember(), newAddress()];
    await fail(4, email, here);
    expect((await signIn(api(), email, here)).status).toBe(200);
    expect(codeOf(await fail(5, email, here))).toEqual(wrong);
  });

  it('are allowed again after 15 minutes, on a process that starts then', async () => {
    const [{ email }, here] = [await createMember(), newAddress()];
    await fail(6, email, here);
    await api().db.pool.query(`update sign_in_counters set expires_at = now() - interval '1 second'`);
    const replica = await api().replica();
    expect((await signIn(replica, email, here)).status).toBe(200);
    await replica.close();
  });
});

describe('limits that unknown clients reach', () => {
  it('allow 30 wrong passwords from an address, for existing and unknown accounts', async () => {
    const [{ email }, here] = [await createMember(), newAddress()];
    for (let i = 0; i < 5; i += 1) {
      expect(codeOf(await fail(1, `nobody-${i}@x.test`, here))).toEqual(wrong);
      expect(codeOf(await fail(5, (await createMember()).email, here))).toEqual(wrong);
    }
    expect(codeOf(await signIn(api(), email, here))).toEqual(limited);
    expect(codeOf(await fail(1, 'nobody-30@x.test', here))).toEqual(limited);
  });

  it('do not block an account at an address where it has a session, and do not reveal that session', async () => {
    const [{ email }, home] = [await createMember(), newAddress()];
    await signIn(api(), email, home);
    for (let i = 0; i < 6; i += 1) await fail(5, (await createMember()).email, home);
    expect(codeOf(await fail(1, email, home))).toEqual(limited);
    expect((await signIn(api(), email, home)).status).toBe(200);
  });

  it('allow 50 wrong passwords for an account from all addresses, and more where it has a session', async () => {
    const [{ email }, home] = [await createMember(), newAddress()];
    const device = await deviceOf(email, home);
    for (let i = 0; i < 10; i += 1) await fail(5, email, newAddress());
    expect(codeOf(await signIn(api(), email, newAddress()))).toEqual(limited);
    expect((await signIn(api(), email, home)).status).toBe(200);
    expect((await signInWith(device, email, password, newAddress())).status).toBe(200);
  });
});

describe('a device that signed in before', () => {
  it('has five wrong passwords of its own at any address, and keeps its token', async () => {
    const [{ email }, here] = [await createMember(), newAddress()];
    const device = await deviceOf(email, here);
    await fail(6, email, here);
    const again = await signInWith(device, email, password, here);
    expect(again.status).toBe(200);
    const { device: renewed } = again.data as { device: string };
    for (let i = 0; i < 5; i += 1) {
      expect(codeOf(await signInWith(i % 2 ? device : renewed, email, 'wrong'))).toEqual(wrong);
    }
    expect(codeOf(await signInWith(renewed, email))).toEqual(limited);
    expect((await signIn(api(), email, newAddress())).status).toBe(200);
  });

  it('counts as unknown for another account, and with a modified token', async () => {
    const [mine, theirs, here] = [await createMember(), await createMember(), newAddress()];
    const device = await deviceOf(mine.email, newAddress());
    await fail(5, theirs.email, here);
    for (const token of [device, `${device.slice(0, -6)}AAAAAA`, 'x']) {
      expect(codeOf(await signInWith(token, theirs.email, password, here))).toEqual(limited);
    }
  });
});

it('120 unknown clients block neither a known device nor a new client, and leave rows of 50 attempts and no log line each', async () => {
  const [{ email }, { email: newcomer }] = [await createMember(), await createMember()];
  const device = await deviceOf(email, newAddress());
  await api().db.pool.query('delete from sign_in_counters');
  api().logLines.length = 0;
  const unknown = Array.from({ length: 120 }, newAddress).map(async (address) => {
    for (let i = 0; i < 2; i += 1) await signIn(api(), email, address, 'wrong');
  });
  const owners = Array.from({ length: 10 }, () => signInWith(device, email));
  const newcomers = [signIn(api(), newcomer, newAddress()), signIn(api(), newcomer, newAddress())];
  for (const { status } of await Promise.all([...owners, ...newcomers])) expect(status).toBe(200);
  await Promise.all(unknown);
  // The account's limit stops them after 50 attempts: rows for each source, each address and the account, and one row
  // for the sign-ins of each of the two accounts.
  expect(await countRows()).toBe(2 * 50 + 1 + 2);
  // Except the one line that the cleanup logs every minute.
  const isLoud = (line: string) =>
    /"level":(30|40|50)/.test(line) && !line.includes('failed sign-in attempts');
  expect(api().logLines.filter(isLoud)).toEqual([]);
});

it('the cleanup deletes expired counters and logs the number of failed attempts in one line', async () => {
  await api().db.pool.query('delete from sign_in_counters');
  const lines: object[] = [];
  const log = { warn: (fields: object) => void lines.push(fields) } as unknown as FastifyBaseLogger;
  const limits = new SignInLimits({ db: api().db, log, appSecrets: [appSecret] });
  const wrongPassword = { checkPassword: async () => undefined, proceed: async () => undefined };
  for (let i = 0; i < 8; i += 1) {
    const attempt = limits.admit({ account: 'nobody@z.test', address: '240.9.9.9' }, wrongPassword);
    await expect(attempt).rejects.toThrow(i < 5 ? /is wrong/ : /Too many sign-in attempts/);
  }
  expect(await countRows()).toBe(3);
  await limits.tidy();
  await limits.tidy();
  expect(lines).toEqual([{ failed: 5, rejected: 3 }]);
  expect(await countRows()).toBe(3);
  await api().db.pool.query(`update sign_in_counters set expires_at = now() - interval '1 second'`);
  await limits.tidy();
  expect(await countRows()).toBe(0);
});
