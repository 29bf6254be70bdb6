import type { APIResponse, BrowserContext, Page, Response } from '@playwright/test';
import { signInOverHttp } from '../fixtures/people.ts';
import { expect, type Team, test } from '../fixtures/test.ts';
import { readServiceAddress } from '../service/address.ts';

/** The nonce of a response, which allows only scripts with it. */
function nonceOf(response: Response | APIResponse | null): string | undefined {
  const policy = response?.headers()['content-security-policy'] ?? '';
  const scripts = policy.split(';').find((part) => part.trim().startsWith('script-src')) ?? '';
  expect(scripts).toMatch(/'nonce-[\w+/=-]{16,}'/);
  expect(scripts).not.toMatch(/unsafe-inline|unsafe-eval|\*|https?:(\s|$)/);
  expect(policy).toContain("object-src 'none'");
  expect(policy).toContain("base-uri 'none'");
  expect(policy).toContain("frame-ancestors 'none'");
  expect(policy).toContain("form-action 'self'");
  return /'nonce-([^']+)'/.exec(scripts)?.[1];
}

test('runs only scripts of the service, and keeps a session from scripts, caches and other sites', async ({
  page,
  context,
  account,
  team,
  pageErrors,
  request: stranger,
}) => {
  await signInOverHttp(context, readServiceAddress().webUrl, await account('member'));
  const board = await page.goto(`${team.path}/board`);

  await test.step('runs only scripts with the nonce of their response, and uses a new nonce for each response', async () => {
    const responses = [
      board,
      await context.request.get(`${team.path}/board`),
      await context.request.get(`${team.path}/no-such-page`),
      await stranger.get('/sign-in'),
    ];
    expect(new Set(responses.map(nonceOf)).size).toBe(responses.length);
  });

  await test.step('does not run a script that is injected as HTML', async () => {
    await page.evaluate(() => {
      const attack = `<img src=x onerror="window.wasRun = 1"><a id=bad href="javascript:window.wasRun = 1">x</a>`;
      document.body.insertAdjacentHTML('beforeend', attack);
      document.getElementById('bad')?.click();
    });
    const violations = () => pageErrors.filter((line) => /Content Security Policy/.test(line)).length;
    await expect.poll(violations).toBe(2);
    expect(await page.evaluate(() => 'wasRun' in window)).toBe(false);
    pageErrors.length = 0;
  });

  await test.step('keeps a session from scripts, caches and other sites, and stores nothing else', async () => {
    expect(board?.headers()['cache-control']).toMatch(/no-store|private/);
    await expectHiddenSession(page, context);
    await expectRejectedFromElsewhere(page, team);
  });
});

async function expectHiddenSession(page: Page, context: BrowserContext): Promise<void> {
  const cookies = await context.cookies();
  const session = cookies.filter(({ name }) => /session/.test(name));
  expect(session.length).toBeGreaterThan(0);
  for (const cookie of cookies.filter(({ name }) => /auth|session/.test(name))) {
    const expected = { httpOnly: true, sameSite: expect.stringMatching(/Lax|Strict/) };
    expect(cookie, cookie.name).toMatchObject(expected);
  }
  const visible = await page.evaluate(
    () => document.cookie + JSON.stringify({ ...localStorage, ...sessionStorage }),
  );
  for (const { value } of session) expect(visible).not.toContain(value);
}

async function expectRejectedFromElsewhere(page: Page, team: Team): Promise<void> {
  const url = new URL('/api/trpc/tasks.create', page.url()).href;
  const data = JSON.stringify({ teamId: team.id, projectId: team.projectId, title: 'From elsewhere' });
  for (const [headers, expected] of [
    [{ Origin: 'https://evil.example' }, 403],
    [{ 'Sec-Fetch-Site': 'cross-site' }, 403],
    [{ Origin: new URL(url).origin, 'Content-Type': 'text/plain' }, 415],
  ] as const) {
    const sent = await page.request.post(url, {
      data,
      headers: { 'Content-Type': 'application/json', ...headers },
    });
    expect(sent.status(), JSON.stringify(headers)).toBe(expected);
  }
}

/** Responses of every kind: pages, redirects, data, files, rejections before and by Next. */
const responses: [method: string, path: string][] = [
  ['GET', '/sign-in'],
  ['GET', '/status'],
  ['GET', '/no-such-page'],
  ['GET', '/t/x/board'],
  ['GET', '/icon.svg'],
  ['GET', '/_next/static/no-such-file.js'],
  ['GET', '/api/auth/csrf'],
  ['GET', '/api/trpc/system.status'],
  ['GET', '/api/trpc/teams.me'],
  ['POST', '/api/trpc/tasks.create'],
  ['POST', '/api/auth/no-such-route'],
  ['PUT', '/sign-in'],
];

const fromApi = [
  '/docs',
  '/docs/',
  '/docs/errors',
  '/docs/js/scalar.js',
  '/openapi.json',
  '/llms.txt',
  '/livez',
];

test('sets the headers against type sniffing, framing and referrers on every response', async ({
  request,
}) => {
  const { webUrl, apiUrl } = readServiceAddress();
  const urls = [
    ...responses.map(([method, path]) => ({ method, url: `${webUrl}${path}` })),
    ...fromApi.map((path) => ({ method: 'GET', url: `${apiUrl}${path}` })),
  ];
  for (const { method, url } of urls) {
    const response = await request.fetch(url, { method, maxRedirects: 0 });
    const headers = response.headers();
    expect(headers, `${method} ${url}`).toMatchObject({
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'same-origin',
      'cross-origin-opener-policy': 'same-origin',
      'content-security-policy': expect.stringMatching(/^default-src '(none|self)'.*frame-ancestors 'none'/),
    });
    expect(headers['x-powered-by'], url).toBeUndefined();
    // Browsers ignore HSTS without https.
    expect(headers['strict-transport-security'], url).toBeUndefined();
  }
});

test('renders the API reference under its policy, without requests to other hosts', async ({ context }) => {
  const { apiUrl } = readServiceAddress();
  const page = await context.newPage();
  const origins = new Set<string>();
  page.on('request', (request) => {
    const { protocol, origin } = new URL(request.url());
    if (protocol.startsWith('http')) origins.add(origin);
  });
  const response = await page.goto(`${apiUrl}/docs`);
  const policy = response?.headers()['content-security-policy'] ?? '';
  expect(policy).toMatch(/script-src 'self' 'sha256-[\w+/]{43}='/);
  expect(policy).not.toMatch(/script-src[^;]*unsafe/);
  await page.getByRole('link', { name: /^Claim a task/ }).click();
  const operation = page.getByRole('region', { name: 'Claim a task' });
  await expect(operation.getByRole('heading', { name: 'Claim a task' })).toBeVisible();
  await expect(operation.getByText('/api/tasks/{taskId}/claim').first()).toBeVisible();
  expect([...origins]).toEqual([apiUrl]);
  await page.goto(`${apiUrl}/docs/errors`);
  await expect(page.getByRole('heading', { name: 'Errors', exact: true })).toBeVisible();
  expect(
    await page.evaluate(() => getComputedStyle(document.querySelector('main') as Element).maxWidth),
  ).toBe('720px');
});

test('returns 401 for an ended session, and redirects its pages to the sign-in', async ({
  person,
  team,
  db,
  baseURL,
}) => {
  const { context, userId } = await person('member');
  await db.pool.query('update sessions set revoked_at = now() where user_id = $1', [userId]);
  const response = await context.request.post('/api/trpc/tasks.move', {
    headers: { Origin: baseURL ?? '', 'x-crewboard-team': team.id },
    data: { taskId: 'x', status: 'done' },
  });
  expect(response.status()).toBe(401);
  // The account tests cover open pages.
  for (const path of ['board', 'agents']) {
    expect((await context.request.get(`${team.path}/${path}`)).url()).toMatch(/\/sign-in/);
  }
});
