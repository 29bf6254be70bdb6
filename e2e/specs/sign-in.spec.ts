import type { Page } from '@playwright/test';
import { sessionCookieName } from '../../apps/web/src/lib/auth/session-cookie.ts';
import { expectAccessible } from '../fixtures/axe.ts';
import { holdRequests } from '../fixtures/held-requests.ts';
import { waitForHydration } from '../fixtures/hydration.ts';
import { pressMenuItem } from '../fixtures/menu.ts';
import { type Account, openSession } from '../fixtures/people.ts';
import { expect, test } from '../fixtures/test.ts';

async function submit(page: Page, { email, password }: Pick<Account, 'email' | 'password'>): Promise<void> {
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
}

const onSignIn = /\/sign-in(\?|$)/;
const endedNotice = (page: Page) => page.getByRole('status').filter({ hasText: 'Your session has ended' });
const errorAlert = (page: Page) => page.getByRole('alert').filter({ hasText: /wrong/ });

test('signs in to the requested page, and ends the session on sign-out', async ({ page, team, account }) => {
  const member = await account('member');
  const path = `${team.path}/agents`;
  const { request } = page.context();
  await page.goto(path);
  await expect(page).toHaveURL(onSignIn);
  await submit(page, member);
  await expect(page).toHaveURL(new RegExp(`${path}$`));
  await expect(page.getByRole('heading', { name: 'Agents' }).first()).toBeVisible();
  await waitForHydration(page);
  for (const known of ['/', '/sign-in', '/sign-in?next=javascript:alert(1)']) {
    const { pathname } = new URL((await request.get(known)).url());
    expect(pathname, 'where a signed-in person gets').toBe(`${team.path}/board`);
  }

  const { cookies } = await page.context().storageState();
  const session = cookies.find(({ name }) => name === sessionCookieName(false));
  const days = ((session?.expires ?? 0) * 1_000 - Date.now()) / 86_400_000;
  expect(days, 'days that the cookie is kept, of a session of 30 days').toBeGreaterThan(31);
  await page.getByRole('button', { name: /The member/ }).click();
  await pressMenuItem(page.getByRole('menuitem', { name: 'Sign out' }));
  await expect(page).toHaveURL(onSignIn);
  expect((await request.get(path)).url()).toMatch(onSignIn);
  // The cookies of the ended session.
  await page.context().addCookies(cookies);
  expect((await request.get(path)).url()).toMatch(onSignIn);
});

test('signs in once its scripts are loaded, if the form was submitted before', async ({
  context,
  team,
  account,
}) => {
  const member = await account('member');
  // A page that does not wait for hydration.
  const page = await context.newPage();
  const scripts = await holdRequests(page, /\/_next\/static\/.*\.js/);
  await page.goto(`/sign-in?next=${team.path}/agents`, { waitUntil: 'commit' });
  await submit(page, member);
  await expect(page.getByLabel('E-mail')).toHaveValue(member.email);
  scripts.send();
  await expect(page).toHaveURL(new RegExp(`${team.path}/agents$`));
});

test('keeps the e-mail if the credentials that were submitted before its scripts were loaded are wrong', async ({
  context,
  account,
}) => {
  const { email } = await account('member');
  const page = await context.newPage();
  const scripts = await holdRequests(page, /\/_next\/static\/.*\.js/);
  await page.goto('/sign-in', { waitUntil: 'commit' });
  await submit(page, { email, password: 'another password' });
  scripts.send();
  await expect(page.getByRole('alert', { name: 'Not signed in' })).toBeVisible();
  await expect(page.getByLabel('Password', { exact: true })).toBeFocused();
  await expect(page.getByLabel('E-mail')).toHaveValue(email);
});

// Playwright turns scripts off only after the browser has chosen how it parses <noscript>.
test('says that it needs JavaScript, where the browser runs none', async ({ request }) => {
  const html = await (await request.get('/sign-in')).text();
  expect(html).toMatch(/<noscript>.*Crewboard needs JavaScript\..*<\/noscript>/);
});

/** Submits and waits until the password is focused: the error alone may be that of the previous attempt. */
async function submitAndWait(page: Page, credentials: Pick<Account, 'email' | 'password'>): Promise<void> {
  const responded = page.waitForResponse((response) => response.request().method() === 'POST');
  await submit(page, credentials);
  await (await responded).finished();
  await expect(page.getByRole('button', { name: 'Sign in' })).toBeEnabled();
  await expect(page.getByLabel('Password', { exact: true })).toBeFocused();
}

test('rejects wrong credentials, and says when to try again after five wrong passwords, for this account only', async ({
  page,
  account,
  baseURL,
}) => {
  const [victim, other] = [await account('member'), await account('member')];
  const requestedUrls: string[] = [];
  page.on('request', (request) => requestedUrls.push(request.url()));
  // The unit tests of `nextPath` have the other forms.
  await page.goto(`/sign-in?next=${encodeURIComponent('/\\evil.example/')}`);

  await test.step('shows the same error for a wrong password and an unknown e-mail address', async () => {
    await submitAndWait(page, { email: victim.email, password: 'wrong' });
    const text = (await errorAlert(page).textContent()) ?? '';
    await submitAndWait(page, { email: `nobody-${victim.email}`, password: 'wrong' });
    await expect(errorAlert(page)).toHaveText(text);
    await expect(page).toHaveURL(onSignIn);
    await expectAccessible(page);
  });

  await test.step('says when to try again after five wrong passwords', async () => {
    for (let attempt = 2; attempt <= 5; attempt += 1) {
      await submitAndWait(page, { email: victim.email, password: `wrong ${attempt}` });
    }
    await submitAndWait(page, victim);
    const limit = page.getByRole('alert').filter({ hasText: 'Too many sign-in attempts' });
    await expect(limit).toContainText(/Your password was not checked\. Try again in 1\d minutes\./);
    await expect(page.getByLabel('E-mail')).toHaveValue(victim.email);
    await expect(page).toHaveURL(onSignIn);
  });

  await test.step('scrolls not horizontally at 360 px', async () => {
    await page.setViewportSize({ width: 360, height: 740 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
  });

  await test.step('signs in with another account, without a redirect to another site', async () => {
    await submit(page, other);
    await expect(page).not.toHaveURL(onSignIn);
    expect(new URL(page.url()).origin).toBe(baseURL);
    expect(requestedUrls.filter((url) => new URL(url).hostname === 'evil.example')).toEqual([]);
  });
});

test('redirects to the sign-in and back when the session ends while a page is open', async ({
  person,
  team,
  db,
}) => {
  const { page, userId, ...member } = await person('member');
  await page.goto(`${team.path}/board?priority=high`);
  await page.getByRole('searchbox').focus();
  await db.pool.query('update sessions set revoked_at = now() where user_id = $1', [userId]);
  await page.keyboard.type('a');
  await expect(page).toHaveURL(onSignIn);
  await expect(endedNotice(page)).toBeVisible();
  await waitForHydration(page);
  await expectAccessible(page);
  await submit(page, member);
  await expect(page).toHaveURL(new RegExp(`${team.path}/board\\?priority=high`));
});

test('a page follows when another account signs in in another tab', async ({
  person,
  account,
  team,
  db,
  baseURL,
}) => {
  const { page, context, ...member } = await person('member');
  await page.goto(`${team.path}/board`);
  await expect(page.getByRole('button', { name: /The member/ })).toBeVisible();
  const other = { ...(await account('member')), name: 'Somebody else' };
  await db.pool.query('update users set name = $2 where id = $1', [other.userId, other.name]);

  await context.clearCookies();
  await openSession(db, context, other, baseURL ?? '');
  const tab = await context.newPage();
  await tab.goto(`${team.path}/board`);
  await expect(tab.getByRole('button', { name: /Somebody else/ })).toBeVisible();
  await expect(page.getByRole('button', { name: /Somebody else/ })).toBeVisible();

  await tab.goto('/account');
  await expect(tab.getByLabel('Name')).toHaveValue('Somebody else');
  await context.clearCookies();
  await openSession(db, context, member, baseURL ?? '');
  await page.goto(`${team.path}/board`);
  await expect(tab.getByLabel('Name')).toHaveValue('The member');
});

test('says that a session was ended elsewhere or has expired, and not after signing out', async ({
  person,
  team,
  db,
}) => {
  const { page, userId } = await person('member');
  const endings = ['revoked_at = now()', "expires_at = now() - interval '1 second'"];
  for (const ending of endings) {
    await test.step(`says so on the next page after ${ending}`, async () => {
      await db.pool.query(`update sessions set ${ending} where user_id = $1`, [userId]);
      await page.goto(`${team.path}/agents`);
      await expect(page).toHaveURL(onSignIn);
      await expect(endedNotice(page)).toBeVisible();
      await db.pool.query(
        `update sessions set revoked_at = null, expires_at = now() + interval '1 day' where user_id = $1`,
        [userId],
      );
    });
  }

  await test.step('says so with a cookie that has expired itself', async () => {
    const cookies = await page.context().cookies();
    await page.context().addCookies(cookies.map((cookie) => ({ ...cookie, value: `${cookie.value}x` })));
    await page.goto(`${team.path}/agents`);
    await expect(endedNotice(page)).toBeVisible();
    await page.context().addCookies(cookies);
  });

  await test.step('says nothing after signing out, although live updates were rejected before', async () => {
    await page.goto(`${team.path}/agents`);
    await page.route('**/api/auth/signout', async (route) => {
      const rejected = page.waitForResponse((response) => response.status() === 401);
      const response = await route.fetch();
      await rejected;
      await route.fulfill({ response });
    });
    await page.getByRole('button', { name: /The member/ }).click();
    await pressMenuItem(page.getByRole('menuitem', { name: 'Sign out' }));
    await expect(page).toHaveURL(/\/sign-in$/);
    await expect(page.getByLabel('E-mail')).toBeVisible();
    await expect(endedNotice(page)).toHaveCount(0);
  });
});
