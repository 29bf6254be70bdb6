import type { Page } from '@playwright/test';
import { expectAccessible, expectAccessibleDialog } from '../fixtures/axe.ts';
import { expect, test } from '../fixtures/test.ts';

async function openMenu(page: Page, agent: string, action: string): Promise<void> {
  await page.getByRole('button', { name: `Actions for ${agent}` }).click();
  await page.getByRole('menuitem', { name: action }).press('Enter');
}

test('has no serious axe findings on the sign-in page and its error', async ({ page }) => {
  await page.goto('/sign-in');
  await expectAccessible(page);
  await page.getByLabel('E-mail').fill('nobody@crewboard.test');
  await page.getByLabel('Password', { exact: true }).fill('wrong');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByRole('alert').filter({ hasText: /wrong/ })).toBeVisible();
  await expectAccessible(page);
});

test('has no serious axe findings on a board with tasks, the panel of a task and the dialog of a new one', async ({
  person,
  team,
  api,
}) => {
  const agent = await api.createAgent('Ada');
  await api.createTask({ title: 'Waiting', priority: 'high', description: '# Why\n\n- [x] `because`' });
  await api.createHeldTask(agent, { title: 'In hand', priority: 'low' });
  await api.createDoneTask(agent, '{"answer": 42}', { title: 'Answered' });
  const { id } = await api.createTask({ title: 'Not needed' });
  await api.moveTask(id, 'cancelled');
  const { page } = await person('member');
  await page.goto(`${team.path}/board`);
  await expect(page.getByText('Answered')).toBeVisible();
  await expectAccessible(page);
  await page.getByText('Answered').click();
  await expect(page.getByRole('complementary')).toContainText('42');
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'New task' }).first().click();
  await expect(page.getByRole('dialog', { name: 'New task' })).toBeVisible();
  // Here with the page behind the dialog.
  await expectAccessible(page);
});

test("has no serious axe findings on the agents, the command palette, the shortcuts, an agent's page and their dialogs", async ({
  person,
  team,
  api,
}) => {
  test.slow();
  const agent = await api.createAgent('Ada', 'Reviews pull requests');
  const asleep = await api.createAgent('Grace');
  await api.request('PATCH', `/api/agents/${asleep.id}`, { status: 'inactive' });
  await api.createHeldTask(agent, { title: 'In hand' });
  const { page } = await person('admin');
  await page.goto(`${team.path}/agents`);
  await expectAccessible(page);
  await page.keyboard.press('Control+k');
  await expect(page.getByRole('dialog')).toBeVisible();
  await expectAccessibleDialog(page);
  await page.keyboard.press('Escape');
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible();
  await expectAccessibleDialog(page);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
  await page.getByRole('button', { name: 'New agent' }).first().click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await expectAccessibleDialog(page);
  await page.keyboard.press('Escape');
  for (const [name, action] of [
    ['Ada', 'Deactivate'],
    ['Grace', 'Reactivate'],
    ['Ada', 'Rotate token'],
  ] as const) {
    await openMenu(page, name, action);
    await expect(page.getByRole('dialog')).toBeVisible();
    await expectAccessibleDialog(page);
    if (action !== 'Rotate token') await page.keyboard.press('Escape');
  }
  await page.getByRole('dialog').getByRole('button', { name: 'Rotate token' }).click();
  await expect(page.getByRole('dialog', { name: 'The token of Ada', exact: true })).toBeVisible();
  await expectAccessibleDialog(page);
  await page.getByRole('button', { name: 'Done' }).click();
  await expect(page.getByRole('dialog').getByRole('alert')).toBeVisible();
  await expectAccessibleDialog(page);
  await page.getByRole('button', { name: 'Close without copying' }).click();
  await page.getByRole('link', { name: 'Ada' }).click();
  await expect(page.getByText('In hand')).toBeVisible();
  await expectAccessible(page);
});

test('has no serious axe findings on an empty board, the settings and their dialogs', async ({
  person,
  team,
}) => {
  const { page } = await person('owner');
  await page.goto(`${team.path}/board`);
  await expect(page.getByText('curl').first()).toBeVisible();
  await expectAccessible(page);
  await page.goto(`${team.path}/settings/projects`);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'New project' }).first().click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await expectAccessibleDialog(page);
  await page.goto(`${team.path}/settings/api-keys`);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'New API key' }).first().click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await expectAccessibleDialog(page);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Revoke First key' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await expectAccessibleDialog(page);
});

test('returns 404 for unknown pages, without serious axe findings', async ({ person, team }) => {
  const { page } = await person('member');
  await page.goto(`${team.path}/agents/nobody`);
  await expectAccessible(page);
  expect((await page.goto('/no/such/page'))?.status()).toBe(404);
  await expect(page.getByText('There is nothing at this address')).toBeVisible();
  await expectAccessible(page);
});
