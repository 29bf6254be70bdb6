import type { Browser, BrowserContext, Page } from '@playwright/test';
import { expectAccessible, expectAccessibleDialog } from '../fixtures/axe.ts';
import { holdRequests } from '../fixtures/held-requests.ts';
import { waitForHydration } from '../fixtures/hydration.ts';
import { pressMenuItem } from '../fixtures/menu.ts';
import { type Account, signInOverHttp } from '../fixtures/people.ts';
import { expect, test } from '../fixtures/test.ts';
import { readServiceAddress } from '../service/address.ts';

const PHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Mobile/15E148 Safari/604.1';
const LAPTOP = 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0';

/** Another browser context with a session of the same person. */
async function otherDevice(browser: Browser, account: Account, userAgent: string): Promise<BrowserContext> {
  const { webUrl } = readServiceAddress();
  const context = await browser.newContext({ baseURL: webUrl, userAgent });
  await signInOverHttp(context, webUrl, account);
  return context;
}

const onSignIn = /\/sign-in(\?|$)/;
const sessions = (page: Page) => page.getByRole('table', { name: 'Sessions' });

async function openWithPalette(page: Page, query: string, command: string): Promise<void> {
  await page.keyboard.press('Control+k');
  await page.getByRole('textbox', { name: /Search tasks/ }).fill(query);
  await expect(page.getByRole('button', { name: command })).toBeVisible();
  await page.keyboard.press('Enter');
}

test('renames an account, in the account menu and in the members', async ({ person, team, db }) => {
  const { page, userId } = await person('owner');
  await page.goto(`${team.path}/board`);

  await test.step('opens the account from the account menu', async () => {
    await page.getByRole('button', { name: /account menu/ }).click();
    await pressMenuItem(page.getByRole('menuitem', { name: 'Your account' }));
    await expect(page).toHaveURL(/\/account$/);
    await expect(page).toHaveTitle('Your account · Crewboard');
  });

  await test.step('renames it', async () => {
    await expect(page.getByRole('button', { name: 'Save' })).toBeDisabled();
    const updates = await holdRequests(page, /accounts\.update/);
    const name = page.getByLabel('Name', { exact: true });
    await name.fill('Grace Hopper');
    await page.getByRole('button', { name: 'Save' }).click();
    await updates.arrived;
    await name.pressSequentially('!');
    await expect(name).toHaveValue('Grace Hopper');
    updates.send();
    await expect(page.getByRole('button', { name: /^Grace Hopper.*account menu/ })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Save' })).toBeDisabled();
    const { rows } = await db.pool.query('select name from users where id = $1', [userId]);
    expect(rows).toEqual([{ name: 'Grace Hopper' }]);
    await page.getByRole('link', { name: 'Back to Harbour' }).click();
    await expect(page).toHaveURL(new RegExp(`${team.path}/board`));
    await expect(page.getByRole('button', { name: /^Grace Hopper.*account menu/ })).toBeVisible();
  });

  await test.step('opens the members and the account from the command palette', async () => {
    await openWithPalette(page, 'roles', 'Go to Members');
    await expect(page).toHaveURL(/\/settings\/members$/);
    await expect(page.getByRole('row', { name: /Grace Hopper/ })).toBeVisible();
    await openWithPalette(page, 'password', 'Your account');
    await expect(page).toHaveURL(/\/account$/);
  });
});

test('ends other sessions with a new password, which then signs in', async ({ person, browser, context }) => {
  const account = await person('member');
  const { page, email, password } = account;
  const other = await otherDevice(browser, account, LAPTOP);
  /** Where a request of the account page by this context ends. */
  const urlOfAccount = async (of: BrowserContext) => (await of.request.get('/account')).url();
  expect(await urlOfAccount(other)).toMatch(/\/account$/);
  await page.goto('/account');
  const [current, next] = [
    page.getByLabel('Current password', { exact: true }),
    page.getByLabel('New password', { exact: true }),
  ];
  const submit = page.getByRole('button', { name: 'Change password' });

  await test.step('shows errors at their fields', async () => {
    await current.fill('not this one');
    await next.fill('short');
    await submit.click();
    await expect(page.getByText('The password must have 8 to 200 characters.')).toBeVisible();
    await next.fill('correct horse battery');
    const changes = await holdRequests(page, /accounts\.changePassword/);
    await submit.click();
    await changes.arrived;
    await current.pressSequentially('!');
    await expect(current).toHaveValue('not this one');
    await page.getByLabel('Name', { exact: true }).focus();
    changes.send();
    await expect(page.getByText('This is not your current password.')).toBeVisible();
    await expect(page.getByLabel('Name', { exact: true })).toBeFocused();
    await expect(next).toHaveValue('correct horse battery');
    await page.getByRole('button', { name: 'Show the new password' }).click();
    await expect(next).toHaveAttribute('type', 'text');
    await expectAccessible(page);
  });

  await test.step('ends other sessions, and keeps this one', async () => {
    await expect(page.getByRole('button', { name: /^Revoke/ })).not.toHaveCount(0);
    const reads = await holdRequests(page, /accounts\.sessions/);
    await current.fill(password);
    await submit.click();
    const message = 'Your other session was ended. Use the new password at your next sign-in.';
    await expect(page.getByText(message, { exact: true })).toBeVisible();
    await reads.arrived;
    await expect(page.getByRole('button', { name: /^Revoke/ })).toHaveCount(0);
    reads.send();
    await expect(current).toHaveValue('');
    await expect(next).toHaveValue('');
    expect(await urlOfAccount(other)).toMatch(onSignIn);
    expect(await urlOfAccount(page.context())).toMatch(/\/account$/);
    await other.close();
  });

  await signInOverHttp(context, readServiceAddress().webUrl, { email, password: 'correct horse battery' });
  expect(await urlOfAccount(context)).toMatch(/\/account$/);
});

test('names sessions by device, ends revoked ones on their open pages, and keeps the current one', async ({
  person,
  browser,
  team,
}) => {
  const account = await person('member');
  const { page } = account;
  const contexts = [
    await otherDevice(browser, account, PHONE),
    await otherDevice(browser, account, LAPTOP),
  ] as const;
  const [phone, laptop] = [await contexts[0].newPage(), await contexts[1].newPage()];
  await phone.goto(`${team.path}/board`);
  await laptop.goto(`${team.path}/board`);
  await page.goto('/account');
  await expect(sessions(page).getByRole('row')).toHaveCount(4);
  await expect(sessions(page).getByRole('row').nth(1)).toContainText('This device');
  const row = sessions(page).getByRole('row', { name: /Safari on iOS/ });
  await expect(row).toContainText('127.0.0.1');
  await expect(row).toContainText('now');

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
  await Promise.all(contexts.map((each) => each.close()));
});

test('shows the account to a person without a team, and redirects to the sign-in and back without a session', async ({
  person,
  db,
}) => {
  const { page, userId, email, password } = await person('member');
  await db.pool.query('delete from members where user_id = $1', [userId]);

  await test.step('tells a person without a team what to do', async () => {
    await page.goto('/');
    await expect(page.getByRole('heading', { name: 'You are not in a team yet' })).toBeVisible();
    await expect(page.getByText('Ask an admin of a team to invite you')).toBeVisible();
    await expect(page.getByLabel('Name of the team')).toBeHidden();
    await expectAccessible(page);
  });

  await test.step('shows the account to a person without a team', async () => {
    await page.getByRole('button', { name: /account menu/ }).click();
    await pressMenuItem(page.getByRole('menuitem', { name: 'Your account' }));
    await expect(page.getByLabel('E-mail')).toHaveValue(email);
    await expect(page.getByRole('link', { name: /^Back to/ })).toHaveCount(0);
  });

  await test.step('redirects to the sign-in and back when the session has ended', async () => {
    await db.pool.query('update sessions set revoked_at = now() where user_id = $1', [userId]);
    expect((await page.request.get('/account')).url()).toMatch(/\/sign-in\?next=%2Faccount$/);
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
});
