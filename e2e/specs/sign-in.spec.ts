import type { Page } from '@playwright/test';
import { waitForHydration } from '../fixtures/hydration.ts';
import type { Account } from '../fixtures/people.ts';
import { expect, test } from '../fixtures/test.ts';

async function submit(page: Page, { email, password }: Pick<Account, 'email' | 'password'>): Promise<void> {
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
}

const onSignIn = /\/sign-in(\?|$)/;
const errorAlert = (page: Page) => page.getByRole('alert').filter({ hasText: /wrong/ });

test('signs in to the requested page, and ends the session on sign-out', async ({
  page,
  browser,
  team,
  account,
}) => {
  const member = await account('member');
  await page.goto(`${team.path}/agents`);
  await expect(page).toHaveURL(onSignIn);
  await submit(page, member);
  await expect(page).toHaveURL(new RegExp(`${team.path}/agents$`));
  await expect(page.getByRole('heading', { name: 'Agents' }).first()).toBeVisible();

  await waitForHydration(page);

  const cookies = await page.context().cookies();
  await page.getByRole('button', { name: /The member/ }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).press('Enter');
  await expect(page).toHaveURL(onSignIn);
  await page.goto(`${team.path}/agents`);
  await expect(page).toHaveURL(onSignIn);

  const thief = await browser.newContext();
  await thief.addCookies(cookies);
  const stolen = await thief.newPage();
  await stolen.goto(`${team.path}/agents`);
  await expect(stolen).toHaveURL(onSignIn);
  await thief.close();
});

test('shows the same error for a wrong password and an unknown e-mail address', async ({ page, account }) => {
  const { email } = await account('member');
  await page.goto('/sign-in');
  await submit(page, { email, password: 'wrong' });
  const text = (await errorAlert(page).textContent()) ?? '';
  await page.reload();
  await submit(page, { email: `nobody-${email}`, password: 'wrong' });
  await expect(errorAlert(page)).toHaveText(text);
  await expect(page).toHaveURL(onSignIn);
});

/** Submits and waits until the password is focused: the error alone may be that of the previous attempt. */
async function submitAndWait(page: Page, credentials: Pick<Account, 'email' | 'password'>): Promise<void> {
  const responded = page.waitForResponse((response) => response.request().method() === 'POST');
  await submit(page, credentials);
  await (await responded).finished();
  await expect(page.getByRole('button', { name: 'Sign in' })).toBeEnabled();
  await expect(page.getByLabel('Password', { exact: true })).toBeFocused();
}

test('says when to try again after five wrong passwords, for this account only', async ({
  page,
  account,
}) => {
  const [victim, other] = [await account('member'), await account('member')];
  await page.goto('/sign-in');
  for (let tries = 0; tries < 5; tries += 1) {
    await submitAndWait(page, { email: victim.email, password: `wrong ${tries}` });
  }
  await submitAndWait(page, victim);
  const limit = page.getByRole('alert').filter({ hasText: 'Too many attempts to sign in' });
  await expect(limit).toContainText(/Your password was not checked\. Try again in 1\d minutes\./);
  await expect(page.getByLabel('E-mail')).toHaveValue(victim.email);
  await expect(page).toHaveURL(onSignIn);
  await submit(page, other);
  await expect(page).not.toHaveURL(onSignIn);
});

// The unit tests of `nextPath` have the other forms.
for (const next of ['/\\evil.example/', 'javascript:alert(1)']) {
  test(`?next=${next} does not redirect to another site`, async ({ page, account, baseURL }) => {
    const requestedUrls: string[] = [];
    page.on('request', (request) => requestedUrls.push(request.url()));
    await page.goto(`/sign-in?next=${encodeURIComponent(next)}`);
    await submit(page, await account('member'));
    await expect(page).not.toHaveURL(onSignIn);
    expect(new URL(page.url()).origin).toBe(baseURL);
    expect(requestedUrls.filter((url) => new URL(url).hostname === 'evil.example')).toEqual([]);
  });
}

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
  await waitForHydration(page);
  await submit(page, member);
  await expect(page).toHaveURL(new RegExp(`${team.path}/board\\?priority=high`));
});

test('redirects a signed-in person from the sign-in page and the start page to the board', async ({
  person,
  team,
}) => {
  const { page } = await person('member');
  for (const path of ['/', '/sign-in']) {
    await page.goto(path);
    await expect(page).toHaveURL(new RegExp(`${team.path}/board$`));
  }
});
