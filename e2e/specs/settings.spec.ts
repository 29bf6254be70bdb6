import { expectSecretDiscarded, takeSecret } from '../fixtures/secrets.ts';
import { expect, test } from '../fixtures/test.ts';

test('shows an API key once, which works until it is revoked', async ({ person, team, api }) => {
  const { page } = await person('admin');
  await page.goto(`${team.path}/settings/api-keys`);
  await page.getByRole('button', { name: 'New API key' }).first().click();
  const form = page.getByRole('dialog', { name: 'New API key' });
  await form.getByLabel('Name').fill('Nightly import');
  await form.getByLabel('Expires').selectOption({ label: 'In 30 days' });
  await form.getByRole('button', { name: 'Create key' }).click();
  await expect(page.getByRole('dialog', { name: 'The key Nightly import' })).toBeVisible();
  const key = await takeSecret(page, 'key');
  await expectSecretDiscarded(page, key);

  const row = page.getByRole('row').filter({ hasText: 'Nightly import' });
  await expect(row).toContainText('Never used');
  const response = await api.as(key).call('POST', `/api/teams/${team.id}/tasks`, {
    title: 'By the new key',
    projectId: team.projectId,
  });
  expect(response.status).toBe(201);
  // The API stores the time of last use every half second.
  await expect(async () => {
    await page.reload();
    await expect(row).not.toContainText('Never used', { timeout: 500 });
  }).toPass();

  await page.getByRole('button', { name: 'Revoke Nightly import' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke key' }).click();
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(row).toContainText('Revoked');
  expect(await api.as(key).tryToken()).toBe(401);
  expect(await api.tryToken()).toBe(200);
});

test('creates, uses and renames a project', async ({ person, team, api }) => {
  const { page } = await person('owner');
  await page.goto(`${team.path}/settings/projects`);
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
  await edit.getByLabel('Name').fill('Web shop');
  await edit.getByRole('button', { name: 'Save' }).click();
  await expect(edit).toBeHidden();
  const projects = await api.request<{ name: string }[]>('GET', `/api/teams/${team.id}/projects`);
  expect(projects.map(({ name }) => name).sort()).toEqual(['General', 'Web shop']);

  await page.getByRole('link', { name: 'Web shop' }).click();
  await expect(page).toHaveURL(/\/board\?project=/);
});
