import type { Response } from '@playwright/test';
import { expect, test } from '../fixtures/test.ts';

const header = async (response: Response | null, name: string) => (await response?.headerValue(name)) ?? '';

test('scripts run with the nonce of their answer alone, and each answer has another', async ({
  person,
  team,
  page: stranger,
}) => {
  const { page } = await person('member');
  const nonces = new Set<string | undefined>();
  const answers = [
    await page.goto(`${team.path}/board`),
    await page.reload(),
    await page.goto(`${team.path}/no-such-page`),
    await stranger.goto('/sign-in'),
  ];
  for (const answer of answers) {
    const policy = await header(answer, 'content-security-policy');
    const scripts = policy.split(';').find((part) => part.trim().startsWith('script-src')) ?? '';
    expect(scripts).toMatch(/'nonce-[\w+/=-]{16,}'/);
    expect(scripts).not.toMatch(/unsafe-inline|unsafe-eval|\*|https?:(\s|$)/);
    expect(policy).toContain("object-src 'none'");
    expect(policy).toContain("base-uri 'none'");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).toContain("form-action 'self'");
    nonces.add(/'nonce-([^']+)'/.exec(scripts)?.[1]);
  }
  expect(nonces.size).toBe(answers.length);
});

test('a script that gets into the page as HTML does not run', async ({ person, team, pageErrors }) => {
  const { page } = await person('member');
  await page.goto(`${team.path}/agents`);
  await page.evaluate(() => {
    const attack = `<img src=x onerror="window.wasRun = 1"><a id=bad href="javascript:window.wasRun = 1">x</a>`;
    document.body.insertAdjacentHTML('beforeend', attack);
    document.getElementById('bad')?.click();
  });
  await expect.poll(() => pageErrors.filter((line) => /Content Security Policy/.test(line)).length).toBe(2);
  expect(await page.evaluate(() => 'wasRun' in window)).toBe(false);
  pageErrors.length = 0;
});

test('answers tell the browser to guess no types, to be framed by nobody and to send no address elsewhere', async ({
  page,
}) => {
  const answer = await page.goto('/sign-in');
  expect(await header(answer, 'x-content-type-options')).toBe('nosniff');
  expect(await header(answer, 'referrer-policy')).toMatch(/^(same-origin|no-referrer|strict-origin.*)$/);
  expect(await header(answer, 'x-powered-by')).toBe('');
});

test('the cookies of a session are out of reach of scripts and of other sites, and nothing else is stored', async ({
  person,
  team,
}) => {
  const { page, context } = await person('member');
  await page.goto(`${team.path}/board`);
  const cookies = await context.cookies();
  const session = cookies.filter(({ name }) => /session/.test(name));
  expect(session.length).toBeGreaterThan(0);
  for (const cookie of cookies.filter(({ name }) => /auth|session/.test(name))) {
    expect(cookie, cookie.name).toMatchObject({
      httpOnly: true,
      sameSite: expect.stringMatching(/Lax|Strict/),
    });
  }
  const visible = await page.evaluate(
    () => document.cookie + JSON.stringify({ ...localStorage, ...sessionStorage }),
  );
  for (const { value } of session) expect(visible).not.toContain(value);
});

test('pages of a session are kept in no cache', async ({ person, team }) => {
  const { page } = await person('member');
  expect(await header(await page.goto(`${team.path}/board`), 'cache-control')).toMatch(/no-store|private/);
});

test('another site can neither call a procedure nor send a form in the name of who is signed in', async ({
  person,
  team,
}) => {
  const { page, context, email } = await person('member');
  await page.goto(`${team.path}/board`);
  const url = new URL('/api/trpc/tasks.create', page.url()).href;
  const data = { teamId: team.id, projectId: team.projectId, title: 'From elsewhere' };
  for (const [headers, expected] of [
    [{ Origin: 'https://evil.example' }, 403],
    [{ 'Sec-Fetch-Site': 'cross-site' }, 403],
    [{ Origin: new URL(url).origin, 'Content-Type': 'text/plain' }, 415],
  ] as const) {
    const answer = await context.request.post(url, {
      data: JSON.stringify(data),
      headers: { 'Content-Type': 'application/json', ...headers },
    });
    expect(answer.status(), `${JSON.stringify(headers)} as ${email}`).toBe(expected);
  }
});

test('a session that is no more gets 401 from a procedure, and a page leads to the sign-in', async ({
  person,
  team,
  db,
}) => {
  const { page, context, userId } = await person('member');
  await page.goto(`${team.path}/board`);
  await db.pool.query('update sessions set revoked_at = now() where user_id = $1', [userId]);
  const answer = await context.request.post('/api/trpc/tasks.move', {
    headers: { Origin: new URL(page.url()).origin, 'x-crewboard-team': team.id },
    data: { taskId: 'x', status: 'done' },
  });
  expect(answer.status()).toBe(401);
  // The open board is led there by itself; a page that is asked for now leads there as well.
  await expect(page).toHaveURL(/\/sign-in/);
  await page.goto(`${team.path}/agents`);
  await expect(page).toHaveURL(/\/sign-in/);
});
