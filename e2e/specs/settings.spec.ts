import type { Page } from '@playwright/test';
import { expectAccessible, expectAccessibleDialog } from '../fixtures/axe.ts';
import { expectSecretDiscarded, takeSecret } from '../fixtures/secrets.ts';
import type { TeamClient } from '../fixtures/team-client.ts';
import { expect, type Team, test } from '../fixtures/test.ts';

test('manages the API keys of a team', async ({ person, team, api, db }) => {
  const { page } = await person('admin');
  await page.goto(`${team.path}/settings/api-keys`);
  await expectAccessible(page);
  const row = page.getByRole('row').filter({ hasText: 'Nightly import' });

  const key = await test.step('shows an API key once', async () => {
    await page.getByRole('button', { name: 'New API key' }).first().click();
    const form = page.getByRole('dialog', { name: 'New API key' });
    await form.getByLabel('Name').fill('Nightly import');
    await form.getByLabel('Access').selectOption({ label: 'Tasks' });
    await expect(form).toContainText('For programs that hand out work');
    await form.getByLabel('Expires').selectOption({ label: 'In 30 days' });
    await expectAccessibleDialog(page);
    await form.getByRole('button', { name: 'Create key' }).click();
    await expect(page.getByRole('dialog', { name: 'The key Nightly import' })).toBeVisible();
    const secret = await takeSecret(page, 'key');
    await expectSecretDiscarded(page, secret);
    return secret;
  });

  await test.step('shows when a key was last used', async () => {
    await expect(row).toContainText('Never used');
    await expect(row).toContainText('Tasks');
    const task = { title: 'By the new key', projectId: team.projectId };
    await api.as(key).tasks.create(task);
    await expect(api.as(key).agents.create({ name: 'Made by a limited key' })).rejects.toThrow('"manage"');
    // The API stores the time of last use every half second.
    const used = `select from api_keys where team_id = $1 and name = 'Nightly import' and last_used_at is not null`;
    await expect.poll(async () => (await db.pool.query(used, [team.id])).rowCount).toBe(1);
    await page.reload();
    await expect(row).not.toContainText('Never used');
  });

  await test.step('rejects a revoked key', async () => {
    await page.getByRole('button', { name: 'Revoke Nightly import' }).click();
    await expect(page.getByRole('dialog')).toBeVisible();
    await expectAccessibleDialog(page);
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke key' }).click();
    await expect(page.getByRole('dialog')).toBeHidden();
    await expect(row).toContainText('Revoked');
    expect(await api.as(key).tryToken()).toBe(401);
    expect(await api.tryToken()).toBe(200);
  });
});

test('manages the projects of a team', async ({ person, team, api }) => {
  const { page } = await person('owner');
  await page.goto(`${team.path}/settings/projects`);
  await expectAccessible(page);

  await test.step('sets how many leases may expire in a project', () => expectLimit(page, team, api));

  await test.step('creates, uses and renames a project', async () => {
    await page.getByRole('button', { name: 'New project' }).first().click();
    const form = page.getByRole('dialog', { name: 'New project' });
    await form.getByLabel('Name').fill('Website');
    await form.getByLabel('Description').fill('All that visitors see');
    await form.getByRole('button', { name: 'Create project' }).click();
    await expect(form).toBeHidden();
    const row = page.getByRole('row').filter({ hasText: 'Website' });
    await expect(row).toContainText('All that visitors see');

    await page.getByRole('button', { name: 'Edit Website' }).click();
    const edit = page.getByRole('dialog');
    const website = (await api.projects.list()).find(({ name }) => name === 'Website');
    // By another person, while the dialog is open.
    await api.projects.update({ projectId: website?.id ?? '', maxAttempts: 7 });
    await edit.getByLabel('Name').fill('Web shop');
    await edit.getByRole('button', { name: 'Save' }).click();
    await expect(edit).toBeHidden();
    const projects = await api.projects.list();
    expect(projects.map(({ name }) => name).sort()).toEqual(['General', 'Web shop']);
    expect(projects.find(({ name }) => name === 'Web shop')?.maxAttempts).toBe(7);
    await page.getByRole('link', { name: 'Web shop' }).click();
    await expect(page).toHaveURL(/\/board\?project=/);
  });
});

async function expectLimit(page: Page, team: Team, api: TeamClient): Promise<void> {
  const stored = async () => (await api.projects.get({ projectId: team.projectId })).maxAttempts;
  const open = async () => {
    await page.getByRole('button', { name: 'Edit General' }).click();
    const opened = page.getByRole('dialog', { name: 'Edit General' });
    // The dialog moves the focus to its first field a moment after it is shown, and text typed until then with it.
    await expect(opened.getByLabel('Name')).toBeFocused();
    return opened;
  };
  const dialog = await open();
  const field = dialog.getByLabel('Unfinished attempts');
  await expect(field).toHaveValue('5');
  await field.fill('1.5');
  await expect(dialog.getByText('must be a whole number from 1 to 1000')).toBeVisible();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toBeVisible();
  await expectAccessibleDialog(page);
  await field.fill('3');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toBeHidden();
  expect(await stored()).toBe(3);

  await open();
  await expect(field).toHaveValue('3');
  await dialog.getByLabel('No limit').check();
  await expect(field).toBeDisabled();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toBeHidden();
  expect(await stored()).toBeNull();
}
