import { expectAccessibleDialog } from '../fixtures/axe.ts';
import { signInOverHttp } from '../fixtures/people.ts';
import { expect, test } from '../fixtures/test.ts';
import { readServiceAddress } from '../service/address.ts';

const onSignIn = /\/sign-in(\?|$)/;

test('deletes an account, which signs out all its browsers', async ({
  person,
  account: accountOf,
  browser,
  team,
  db,
}) => {
  const account = await person('owner');
  const { page, email, password, userId } = account;
  const { webUrl } = readServiceAddress();
  const other = await browser.newContext({ baseURL: webUrl });
  await signInOverHttp(other, webUrl, account);
  const board = await other.newPage();
  await board.goto(`${team.path}/board`);
  await page.goto('/account');
  await page.getByRole('button', { name: 'Delete your account…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Delete your account?' });
  const submit = dialog.getByRole('button', { name: 'Delete account' });

  await test.step('asks for the e-mail and the password', async () => {
    await expect(dialog.getByLabel('Type your e-mail')).toBeFocused();
    await expectAccessibleDialog(page);
    await dialog.getByLabel('Type your e-mail').fill('someone@else.test');
    await submit.click();
    await expect(dialog.getByText(`Type ${email}.`)).toBeVisible();
    await expect(dialog.getByText('Enter your password.')).toBeVisible();
    await dialog.getByLabel('Type your e-mail').fill(email.toUpperCase());
    await dialog.getByLabel('Your password').fill('not this one');
    await submit.click();
    await expect(dialog.getByText('This is not your password.')).toBeVisible();
    await expect(dialog.getByLabel('Your password')).toBeFocused();
  });

  await test.step('tells the last owner of a team what to do first', async () => {
    await dialog.getByLabel('Your password').fill(password);
    await submit.click();
    await expect(page.getByText('You are the last owner of "Harbour".')).toBeVisible();
    await expect(dialog).toBeVisible();
  });

  await test.step('is gone', async () => {
    await accountOf('owner');
    await submit.click();
    await expect(page).toHaveURL(onSignIn);
    await expect(page.getByLabel('E-mail')).toBeVisible();
    await expect(page.getByText('Your session has ended.')).toHaveCount(0);
    await expect(board).toHaveURL(onSignIn);
    const { rows } = await db.pool.query('select name from users where id = $1', [userId]);
    expect(rows).toEqual([{ name: 'Deleted account' }]);
  });
  await other.close();
});

test('does not say that the session has ended when another call fails before the sign-out', async ({
  person,
}) => {
  const { page, email, password } = await person('member');
  await page.goto('/account');
  await page.getByRole('button', { name: 'Delete your account…' }).click();
  await page.getByLabel('Type your e-mail').fill(email);
  await page.getByLabel('Your password').fill(password);
  const [erased, told] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  await page.route(/accounts\.erase/, async (route) => {
    const response = await route.fetch();
    erased.resolve();
    await told.promise;
    await route.fulfill({ response });
  });
  await page.getByRole('button', { name: 'Delete account', exact: true }).click();
  await erased.promise;

  const rejected: unknown[] = [];
  page.on('response', (response) => response.status() === 401 && rejected.push(response.url()));
  const readsSessions = async () => {
    await page.evaluate(() => dispatchEvent(new Event('visibilitychange')));
    return rejected.length;
  };
  await expect.poll(readsSessions).toBeGreaterThan(0);
  told.resolve();
  await expect(page).toHaveURL(/\/sign-in$/);
  await expect(page.getByLabel('E-mail')).toBeVisible();
  await expect(page.getByText('Your session has ended.')).toHaveCount(0);
});
