import type { Account } from '../fixtures/people.ts';
import { headOf, openRaw, statusOfHead } from '../fixtures/raw-http.ts';
import { pairOf, signInFrom } from '../fixtures/sign-in-from.ts';
import { expect, test } from '../fixtures/test.ts';
import { readServiceAddress } from '../service/address.ts';

// In one worker: the start of a web server takes longer than most of the tests.
test.describe.configure({ mode: 'default' });

// Which proxies are trusted: packages/client-address/src/client-address.test.ts.
test('ignores X-Forwarded-For from a proxy that is not trusted', async ({ account }) => {
  const web = { url: readServiceAddress().webUrl };
  const { email } = await account('member');
  for (let i = 0; i < 5; i += 1) {
    expect((await signInFrom(web, `203.0.113.${i}`, { email, password: 'wrong' })).status).toBe(401);
  }
  const { status, retryAfter } = await signInFrom(web, '203.0.113.9', { email, password: 'wrong' });
  expect(status).toBe(429);
  expect(Number(retryAfter)).toBeGreaterThan(0);
});

test('serves only the routes of next-auth that the dashboard uses, and logs nothing for others', async ({
  web,
}) => {
  const before = await web.log();
  const send = (method: string, path: string, body?: string) =>
    fetch(`${web.url}/api/auth/${path}`, {
      method,
      headers: { 'Sec-Fetch-Site': 'same-origin', 'Content-Type': 'application/json' },
      body,
    });
  const forged = JSON.stringify({ level: 'error', code: 'FORGED', message: 'x'.repeat(1_000) });
  for (const path of [
    '_log',
    'signin',
    'signin/credentials',
    'verify-request',
    'callback',
    'callback/github',
  ]) {
    expect((await send('POST', path, forged)).status, path).toBe(404);
    expect((await send('GET', path)).status, path).toBe(404);
  }
  for (const path of ['csrf', 'session', 'providers', 'error']) {
    expect((await send('POST', path, forged)).status, path).toBe(405);
  }
  for (const path of ['callback/credentials', 'signout']) {
    expect((await send('GET', path)).status, path).toBe(405);
  }
  for (const path of ['csrf', 'session', 'providers']) {
    expect((await send('GET', path)).status, path).toBe(200);
  }
  expect(await web.log()).toBe(before);
});

// apps/api/test/members/sign-in-limits.http.test.ts has 120 unknown clients at once, and the attack sign-in-flood has them
// at a web server. Here is what the web server passes on: the address, and the cookie of the device.
test('serves a known device, and other addresses, where a password was wrong five times', async ({
  web,
  account,
}) => {
  const owner = await account('owner');
  const first = await signInFrom(web, '203.0.113.50', owner);
  expect(first.status).toBe(200);
  const device = first.cookies.filter((cookie) => cookie.startsWith('crewboard-device='));
  expect(device).toEqual([expect.stringMatching(/; Path=\/; Max-Age=\d+; HttpOnly; SameSite=Lax$/)]);
  const before = await web.log();
  // One address may fail 30 times: each run has its own.
  const address = `2001:db8:${crypto.randomUUID().slice(0, 4)}::1`;
  const statuses: number[] = [];
  for (let attempt = 0; attempt < 6; attempt += 1) {
    const { status } = await signInFrom(web, address, { ...owner, password: 'wrong' });
    statuses.push(status);
  }
  expect(statuses).toEqual([401, 401, 401, 401, 401, 429]);
  expect((await signInFrom(web, address, owner)).status).toBe(429);
  expect((await signInFrom(web, address, owner, device)).status).toBe(200);
  expect((await signInFrom(web, '203.0.113.100', owner)).status).toBe(200);
  expect(await web.log()).toBe(before);
});

test('reads a body only on paths that accept one, with a session, and up to its limit', async ({
  web,
  account,
  db,
}) => {
  const json = { 'Content-Type': 'application/json' };
  const status = (method: string, path: string, headers: Record<string, string | number>) =>
    statusOfHead(web.url, headOf(method, path, { ...json, ...headers }));
  const large = { 'Content-Length': 400_000_000 };
  const person = await account('member');
  const { cookies } = await signInFrom(web, '203.0.113.60', person);
  const session = { Cookie: cookies.map(pairOf).join('; ') };
  const former = await signInFrom(web, '203.0.113.61', person);
  const ended = { Cookie: former.cookies.map(pairOf).join('; ') };
  await db.pool.query(
    `update sessions set revoked_at = now() where id = (
       select sessions.id from sessions join users on users.id = user_id
       where email = $1 order by sessions.created_at desc limit 1)`,
    [person.email],
  );
  expect({
    'ended session': await status('POST', '/api/trpc/tasks.create', { 'Content-Length': 20_000, ...ended }),
    stranger: await status('POST', '/api/trpc/tasks.create', { 'Content-Length': 1_000 }),
    'forged cookie': await status('POST', '/api/trpc/tasks.create', {
      'Content-Length': 1_000,
      Cookie: 'crewboard-session=a.b.c.d.e',
    }),
    'too large': await status('POST', '/api/trpc/tasks.create', { ...large, ...session }),
    'no length': await status('POST', '/api/trpc/tasks.create', {
      'Transfer-Encoding': 'chunked',
      ...session,
    }),
    'sign-in too large': await status('POST', '/api/auth/callback/credentials', {
      'Content-Length': 16 * 1024 + 1,
    }),
    'sign-out too large': await status('POST', '/api/auth/signout', large),
    'log too large': await status('POST', '/api/auth/_log', large),
    page: await status('POST', '/sign-in', large),
    'page, small': await status('POST', '/sign-in', { 'Content-Length': 10 }),
    'server action': await status('POST', '/', { 'Next-Action': 'x', 'Content-Length': 10 }),
    'page, put': await status('PUT', '/status', large),
    export: await status('POST', '/t/x/audit/export', large),
    'get with a body': await status('GET', '/sign-in', large),
  }).toEqual({
    'ended session': 401,
    stranger: 401,
    'forged cookie': 401,
    'too large': 413,
    'no length': 411,
    'sign-in too large': 413,
    'sign-out too large': 413,
    'log too large': 413,
    page: 405,
    'page, small': 405,
    'server action': 405,
    'page, put': 405,
    export: 405,
    'get with a body': 400,
  });
});

test('allows 64 running requests per person, over all their sessions', async ({ web, account }) => {
  const sessionOf = async (person: Account, from: string) => {
    const { cookies } = await signInFrom(web, from, person);
    return { Cookie: cookies.map(pairOf).join('; ') };
  };
  const member = await account('member');
  const session = await sessionOf(member, '203.0.113.61');
  const secondSession = await sessionOf(member, '203.0.113.63');
  const other = await sessionOf(await account('member'), '203.0.113.62');
  const json = { 'Content-Type': 'application/json', 'Content-Length': 1_000 };
  const head = headOf('POST', '/api/trpc/tasks.create', { ...json, ...session });
  const begun = await Promise.all(Array.from({ length: 80 }, () => openRaw(web.url, head)));
  const closedCount = () => begun.filter(({ socket }) => socket.closed).length;
  await expect.poll(closedCount).toBe(80 - 64);
  const send = (headers: Record<string, string>) => fetch(`${web.url}/api/trpc/accounts.me`, { headers });
  expect((await send(secondSession)).status).toBe(429);
  const rejected = await send(session);
  expect(rejected.status).toBe(429);
  expect(rejected.headers.get('retry-after')).toBe('2');
  expect((await rejected.json()).error.data.problem.code).toBe('RATE_LIMITED');
  expect((await fetch(`${web.url}/sign-in`, { headers: session })).status).toBe(429);
  expect((await send(other)).status).toBe(200);
  for (const { socket } of begun) socket.destroy();
  await expect.poll(async () => (await send(session)).status).toBe(200);
});

// The last one: a minute later the server logs how many errors it has left out, and other tests expect no new lines.
test('logs errors that any client can cause at most ten times a minute', async ({ web }) => {
  const { length: before } = await web.log();
  const startedAt = performance.now();
  for (let i = 0; i < 30; i += 1) {
    await fetch(`${web.url}/api/auth/session`, { headers: { Cookie: `crewboard-session=broken-${i}` } });
    await fetch(`${web.url}/sign-in`, { headers: { RSC: '1', 'Next-Router-State-Tree': 'broken' } });
    await fetch(`${web.url}/_next/image?url=%2Ficon.svg&w=64&q=75`);
  }
  const log = await web.log(before);
  // An error is in the message of its line, and in its stack.
  const count = (text: string) => log.split('\n').filter((line) => line.includes(text)).length;
  // On a slow machine further minutes begin meanwhile.
  const minutes = Math.ceil((performance.now() - startedAt) / 60_000) + 1;
  for (const text of ['router state header', '[next-auth][error][JWT_SESSION_ERROR]']) {
    expect(count(text)).toBeGreaterThanOrEqual(10);
    expect(count(text)).toBeLessThanOrEqual(10 * minutes);
  }
  expect(count('dangerouslyAllowSVG')).toBe(0);
});
