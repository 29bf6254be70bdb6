import { expectAccessible, expectAccessibleDialog } from '../fixtures/axe.ts';
import { expect, test } from '../fixtures/test.ts';

test('deletes a team, which its owner restores', async ({ person, team }) => {
  const owner = await person('owner');
  const member = await person('member');
  const { page } = owner;
  await member.page.goto(`${team.path}/board`);
  await page.goto(`${team.path}/settings/general`);
  await page.getByRole('button', { name: 'Delete this team…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Delete Harbour?' });

  await test.step('asks for the name', async () => {
    await expect(dialog.getByLabel(/^Type “/)).toBeFocused();
    await expectAccessibleDialog(page);
    await dialog.getByLabel(/^Type “/).fill('Harbor');
    await dialog.getByRole('button', { name: 'Delete team' }).click();
    await expect(dialog.getByText('That does not match')).toBeVisible();
    await dialog.getByLabel(/^Type “/).fill('Harbour');
    await dialog.getByRole('button', { name: 'Delete team' }).click();
  });

  await test.step('is gone for everybody', async () => {
    await expect(page.getByRole('heading', { name: 'Harbour is deleted' })).toBeFocused();
    const title = 'You are no longer a member of Harbour';
    await expect(member.page.getByRole('heading', { name: title })).toBeVisible();
    await page.getByRole('link', { name: 'Go to the start page' }).click();
    await page.getByRole('link', { name: 'restore it in Your account' }).click();
    await expect(page.getByRole('heading', { name: 'Deleted teams' })).toBeVisible();
    await expect(page.getByText(/Gone for good in [67]d/)).toBeVisible();
    await expectAccessible(page);
  });

  await test.step('is restored', async () => {
    await page.getByRole('button', { name: 'Restore Harbour' }).click();
    await expect(page).toHaveURL(new RegExp(`${team.path}/board`));
    await member.page.goto(`${team.path}/board`);
    await expect(member.page).toHaveTitle(/Board/);
  });
});

test('offers the deletion of a team to owners alone', async ({ person, team }) => {
  const { page } = await person('admin');
  await page.goto(`${team.path}/settings/general`);
  await expect(page.getByText('Only owners delete a team')).toBeVisible();
  await expect(page.getByRole('link', { name: 'General' })).toHaveCount(0);
});
