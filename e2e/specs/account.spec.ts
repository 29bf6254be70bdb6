import type { Browser, Page } from '@playwright/test';
import { expectAccessible, expectAccessibleDialog } from '../fixtures/axe.ts';
import { waitForHydration, withHydration } from '../fixtures/hydration.ts';
import { type Account, signInOverHttp } from '../fixtures/people.ts';
import { expect, test } from '../fixtures/test.ts';
import { readServiceAddress } from '../service/address.ts';

const PHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Mobile/15E148 Safari/604.1';
const LAPTOP = 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0';

/** Another browser context with a session of the same person. */
async function otherDevice(browser: Browser, account: Account, userAgent: string): Promise<Page> {
  const { webUrl } = readServiceAddress();
  const context = await browser.newContext({ baseURL: webUrl, userAgent });
  await signInOverHttp(context, webUrl, account);
  return withHydration(await context.newPage());
}

const onSignIn = /\/sign-in(\?|$)/;
const sessions = (page: Page) => page.getByRole('table', { name: 'Sessions' });

test('renames an account, in the account menu and in the members', async ({ person, team, db }) => {
  const { page, userId } = await person('owner');
  await page.goto(`${team.path}/board`);
  await page.getByRole('button', { name: /account menu/ }).click();
  await page.getByRole('menuitem', { name: 'Your account' }).press('Enter');
  await expect(page).toHaveURL(/\/account$/);
  await expect(page).toHaveTitle('Your account · Crewboard');
  await expect(page.getByRole('button', { name: 'Save' })).toBeDisabled();
  await page.getByLabel('Name', { exact: true }).fill('Grace Hopper');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('button', { name: /^Grace Hopper.*account menu/ })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Save' })).toBeDisabled();
  const { rows } = await db.pool.query('select name from users where id = $1', [userId]);
  expect(rows).toEqual([{ name: 'Grace Hopper' }]);

  await page.getByRole('link', { name: 'Back to Harbour' }).click();
  await expect(page).toHaveURL(new RegExp(`${team.path}/board`));
  await expect(page.getByRole('button', { name: /^Grace Hopper.*account menu/ })).toBeVisible();
  await page.goto(`${team.path}/settings/members`);
  await expect(page.getByRole('row', { name: /Grace Hopper/ })).toBeVisible();
});

test('ends other sessions with a new password, which then signs in', async ({
  person,
  browser,
  page: fresh,
}) => {
  const account = await person('member');
  const { page, email, password } = account;
  const other = await otherDevice(browser, account, LAPTOP);
  await other.goto('/account');
  await page.goto('/account');
  const [current, next] = [
    page.getByLabel('Current password', { exact: true }),
    page.getByLabel('New password', { exact: true }),
  ];
  const submit = page.getByRole('button', { name: 'Change password' });

  await current.fill('not this one');
  await next.fill('short');
  await submit.click();
  await expect(page.getByText('The password must have 8 to 200 characters.')).toBeVisible();
  await next.fill('correct horse battery');
  await submit.click();
  await expect(page.getByText('This is not your current password.')).toBeVisible();
  await expect(next).toHaveValue('correct horse battery');
  await page.getByRole('button', { name: 'Show the new password' }).click();
  await expect(next).toHaveAttribute('type', 'text');
  await expectAccessible(page);

  await current.fill(password);
  await submit.click();
  await expect(page.getByText('Your other session was ended.')).toBeVisible();
  await expect(current).toHaveValue('');
  await expect(next).toHaveValue('');
  await other.reload();
  await expect(other).toHaveURL(onSignIn);
  await other.context().close();
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Your account' })).toBeVisible();

  await fresh.goto('/sign-in');
  await fresh.getByLabel('E-mail').fill(email);
  await fresh.getByLabel('Password', { exact: true }).fill('correct horse battery');
  await fresh.getByRole('button', { name: 'Sign in' }).click();
  await expect(fresh).not.toHaveURL(onSignIn);
});

test('names sessions by device, ends revoked ones on their open pages, and keeps the current one', async ({
  person,
  browser,
  team,
}) => {
  const account = await person('member');
  const { page } = account;
  const [phone, laptop] = [
    await otherDevice(browser, account, PHONE),
    await otherDevice(browser, account, LAPTOP),
  ];
  await phone.goto(`${team.path}/board`);
  await laptop.goto(`${team.path}/board`);
  await page.goto('/account');
  await expect(sessions(page).getByRole('row')).toHaveCount(4);
  await expect(sessions(page).getByRole('row').nth(1)).toContainText('This device');
  const row = sessions(page).getByRole('row', { name: /Safari on iOS/ });
  await expect(row).toContainText('127.0.0.1');
  await expect(row).toContainText('now');
  await expectAccessible(page);

  await row.getByRole('button', { name: /^Revoke Safari on iOS/ }).click();
  await expect(row).toHaveCount(0);
  await expect(phone).toHaveURL(onSignIn);
  await expect(laptop.getByRole('heading', { name: 'Board' })).toBeVisible();

  await page.getByRole('button', { name: 'Revoke all others' }).click();
  const dialog = page.getByRole('dialog', { name: 'Revoke your other session?' });
  await expect(dialog).toBeVisible();
  await expectAccessibleDialog(page);
  await dialog.getByRole('button', { name: 'Revoke' }).click();
  await expect(dialog).toBeHidden();
  await expect(sessions(page).getByRole('row')).toHaveCount(2);
  await expect(laptop).toHaveURL(onSignIn);
  await expect(page.getByRole('button', { name: 'Revoke all others' })).toHaveCount(0);
  await Promise.all([phone, laptop].map((each) => each.context().close()));
});

test('shows the account to a person without a team, and to nobody without a session', async ({
  person,
  page: stranger,
  db,
}) => {
  const { page, userId, email } = await person('member');
  await db.pool.query('delete from members where user_id = $1', [userId]);
  await page.goto('/');
  await page.getByRole('button', { name: /account menu/ }).click();
  await page.getByRole('menuitem', { name: 'Your account' }).press('Enter');
  await expect(page.getByLabel('E-mail')).toHaveValue(email);
  await expect(page.getByRole('link', { name: /^Back to/ })).toHaveCount(0);
  await stranger.goto('/account');
  await expect(stranger).toHaveURL(/\/sign-in\?next=%2Faccount$/);
});

test('redirects an account page without a session to the sign-in and back', async ({ person, db }) => {
  const { page, userId, email, password } = await person('member');
  await page.goto('/account');
  await db.pool.query('update sessions set revoked_at = now() where user_id = $1', [userId]);
  await page.getByLabel('Name', { exact: true }).fill('Nobody');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page).toHaveURL(/\/sign-in\?next=%2Faccount$/);
  await waitForHydration(page);
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByRole('heading', { name: 'Your account' })).toBeVisible();
  await expect(page.getByLabel('Name', { exact: true })).not.toHaveValue('Nobody');
});

test('opens the members and the account from the command palette', async ({ person, team }) => {
  const { page } = await person('admin');
  await page.goto(`${team.path}/board`);
  for (const [query, command, url] of [
    ['roles', 'Go to Members', /\/settings\/members$/],
    ['password', 'Your account', /\/account$/],
  ] as const) {
    await page.keyboard.press('Control+k');
    await page.getByRole('textbox', { name: /Search tasks/ }).fill(query);
    await expect(page.getByRole('button', { name: command })).toBeVisible();
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(url);
  }
});
