import { type IncomingHttpHeaders, request } from 'node:http';
import type { Account } from '../fixtures/people.ts';
import { test as base, expect } from '../fixtures/test.ts';

type ApiResponse = { status: number; headers: IncomingHttpHeaders; cookies: string[]; body: string };
type Ask = (
  path: string,
  from: string,
  options?: { cookies?: string[]; form?: object },
) => Promise<ApiResponse>;

/** Sends a request for https://board.example as a reverse proxy forwards it. */
const test = base.extend<{ send: Ask }>({
  send: async ({ webBehindHttps: { url } }, use) => {
    await use((path, from, { cookies = [], form } = {}) => {
      const headers = {
        Host: 'board.example',
        'X-Forwarded-Host': 'board.example',
        'X-Forwarded-Proto': 'https',
        'X-Forwarded-For': from,
        Cookie: cookies.map((cookie) => cookie.split(';')[0]).join('; '),
        ...(form && {
          'Content-Type': 'application/x-www-form-urlencoded',
          Origin: 'https://board.example',
        }),
      };
      return send(`${url}${path}`, headers, form && new URLSearchParams({ ...form }).toString());
    });
  },
});

// In one worker: the start of its web server takes longer than the tests.
test.describe.configure({ mode: 'default' });

function send(url: string, headers: Record<string, string>, body?: string): Promise<ApiResponse> {
  return new Promise((resolve, reject) => {
    const sent = request(url, { method: body ? 'POST' : 'GET', headers }, async (response) => {
      const parts = await response.toArray();
      resolve({
        status: response.statusCode ?? 0,
        headers: response.headers,
        cookies: response.headers['set-cookie'] ?? [],
        body: Buffer.concat(parts).toString(),
      });
    });
    sent.on('error', reject).end(body);
  });
}

async function signIn(send: Ask, from: string, { email, password }: Pick<Account, 'email' | 'password'>) {
  const csrf = await send('/api/auth/csrf', from);
  const form = { csrfToken: JSON.parse(csrf.body).csrfToken, email, password, json: 'true' };
  const response = await send('/api/auth/callback/credentials', from, { cookies: csrf.cookies, form });
  return { status: response.status, cookies: [...csrf.cookies, ...response.cookies] };
}

test('sets secure cookies over https, and binds that of the session to the host', async ({
  send,
  account,
  team,
}) => {
  const { status, cookies } = await signIn(send, '203.0.113.1', await account('member'));
  expect(status).toBe(200);
  expect(cookies.length).toBeGreaterThanOrEqual(2);
  for (const cookie of cookies) expect(cookie).toMatch(/^__(Host|Secure)-.*; Secure/);
  expect(cookies.find((cookie) => cookie.startsWith('__Host-crewboard-session='))).toMatch(
    /^(?!.*Domain=)(?=.*; Path=\/;)(?=.*; HttpOnly).*; SameSite=Lax/,
  );
  const board = await send(`${team.path}/board`, '203.0.113.1', { cookies });
  expect(board.status).toBe(200);
  expect(board.body).toContain(team.name);
});

test('redirects to the sign-in at the public URL', async ({ send, team }) => {
  const { status, headers } = await send(`${team.path}/board`, '203.0.113.1');
  expect(status).toBe(307);
  expect(new URL(headers.location ?? '', 'https://board.example').href).toBe(
    `https://board.example/sign-in?next=${encodeURIComponent(`${team.path}/board`)}`,
  );
});

test('sends HSTS with every response over https', async ({ send }) => {
  for (const path of ['/sign-in', '/t/x/board', '/icon.svg', '/api/auth/csrf', '/no-such-page']) {
    const { headers } = await send(path, '203.0.113.1');
    expect(headers['strict-transport-security'], path).toBe('max-age=31536000');
  }
});

test('limits sign-ins by the address that a trusted proxy forwards', async ({ send, account }) => {
  const member = await account('member');
  for (let tries = 0; tries < 5; tries += 1) {
    expect((await signIn(send, '203.0.113.1', { ...member, password: `wrong ${tries}` })).status).toBe(401);
  }
  expect((await signIn(send, '203.0.113.1', member)).status).toBe(429);
  // The client may forge every entry before the proxy's own.
  expect((await signIn(send, '198.51.100.7, 203.0.113.1', member)).status).toBe(429);
  expect((await signIn(send, '203.0.113.2', member)).status).toBe(200);
});
