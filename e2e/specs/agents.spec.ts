import type { Page } from '@playwright/test';
import { expectSecretDiscarded, takeSecret } from '../fixtures/secrets.ts';
import { expect, test } from '../fixtures/test.ts';

async function act(page: Page, agent: string, action: string | RegExp): Promise<void> {
  await page.getByRole('button', { name: `Actions for ${agent}` }).click();
  await page.getByRole('menuitem', { name: action }).press('Enter');
}

const rowOf = (page: Page, agent: string) => page.getByRole('row').filter({ hasText: agent });

test('issues a working token, and replaces it on rotation, at once or with an overlap', async ({
  person,
  team,
  api,
}) => {
  const { page } = await person('admin');
  await page.goto(`${team.path}/agents`);
  await page.getByRole('button', { name: 'New agent' }).first().click();
  const form = page.getByRole('dialog', { name: 'New agent' });
  await form.getByLabel('Name').fill('Ada');
  await form.getByLabel('Description').fill('Reviews pull requests');
  await form.getByRole('button', { name: 'Create agent' }).click();

  await expect(page.getByRole('dialog', { name: 'The token of Ada', exact: true })).toBeVisible();
  const first = await takeSecret(page, 'token');
  await expectSecretDiscarded(page, first);
  await expect(rowOf(page, 'Ada')).toContainText('Reviews pull requests');

  const ada = api.as(first);
  const { id } = await api.createTask({ title: 'For Ada' });
  expect(await ada.call('POST', `/api/tasks/${id}/claim`)).toMatchObject({
    status: 200,
    body: { status: 'in_progress' },
  });

  await page.reload();
  await act(page, 'Ada', 'Rotate token');
  await page.getByRole('dialog').getByRole('button', { name: 'Rotate token' }).click();
  await expect(page.getByRole('dialog', { name: 'The token of Ada', exact: true })).toBeVisible();
  expect(await ada.tryToken()).toBe(401);
  const second = await takeSecret(page, 'token');
  await expectSecretDiscarded(page, second);
  expect(second).not.toBe(first);
  expect(await api.as(second).tryToken()).toBe(200);
  expect((await api.getTask(id)).status).toBe('in_progress');

  await act(page, 'Ada', 'Rotate token');
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('The previous token').selectOption('Ends in 24 hours');
  await dialog.getByLabel('The new token expires').selectOption('In 90 days');
  await dialog.getByRole('button', { name: 'Rotate token' }).click();
  await expect(page.getByRole('dialog', { name: 'The token of Ada', exact: true })).toBeVisible();
  const third = await takeSecret(page, 'token');
  expect([await api.as(second).tryToken(), await api.as(third).tryToken()]).toEqual([200, 200]);
  await expect(rowOf(page, 'Ada')).toContainText('Expires');
  const { assignedAgentId } = await api.getTask(id);
  const expiresAt = new Date(Date.now() + 60 * 60 * 60 * 1000).toISOString();
  await api.request('POST', `/api/agents/${assignedAgentId}/rotate-token`, { expiresAt });
  await expect(page.getByRole('status', { name: 'The token of Ada expires in 3 days' })).toBeVisible();
});

test('asks before it closes a token that was not copied, and renames and describes an agent, but not with a blank name', async ({
  person,
  team,
  api,
}) => {
  const { page } = await person('owner');
  await api.createAgent('Grace');
  const edsgar = await api.createAgent('Edsgar');
  await page.goto(`${team.path}/agents`);
  await act(page, 'Grace', 'Rotate token');
  await page.getByRole('dialog').getByRole('button', { name: 'Rotate token' }).click();
  const dialog = page.getByRole('dialog', { name: 'The token of Grace', exact: true });
  await dialog.getByRole('button', { name: 'Done' }).click();
  await expect(dialog.getByRole('alert')).toContainText('has not been copied');
  await dialog.getByRole('button', { name: 'Back to the token' }).click();
  await page.keyboard.press('Escape');
  await expect(dialog.getByRole('alert')).toBeVisible();
  await dialog.getByRole('button', { name: 'Close without copying' }).click();
  await expect(dialog).toBeHidden();

  await act(page, 'Edsgar', 'Rename and describe');
  const form = page.getByRole('dialog');
  await form.getByLabel('Name').fill('   ');
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(form.getByText('The name must have 1 to 100 characters.')).toBeVisible();
  await form.getByLabel('Name').fill('Edsger');
  await form.getByLabel('Description').fill('Finds the shortest path');
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(form).toBeHidden();
  await expect(rowOf(page, 'Edsger')).toContainText('Finds the shortest path');
  expect(await api.getAgent(edsgar.id)).toMatchObject({
    name: 'Edsger',
    description: 'Finds the shortest path',
  });
});

test('revokes the token and releases the tasks on deactivation, and needs a new token on reactivation', async ({
  person,
  team,
  api,
}) => {
  const agent = await api.createAgent('Linus');
  const task = await api.createHeldTask(agent, { title: 'Held by Linus' });
  const { page } = await person('admin');
  await page.goto(`${team.path}/agents`);
  await act(page, 'Linus', 'Deactivate');
  const dialog = page.getByRole('dialog', { name: 'Deactivate Linus?' });
  await expect(dialog).toContainText('1 task');
  const giveBack = dialog.getByRole('checkbox');
  await giveBack.check();
  await dialog.getByRole('button', { name: 'Deactivate and release' }).click();
  await expect(dialog).toBeHidden();
  await expect(rowOf(page, 'Linus')).toContainText('Inactive');
  expect(await api.as(agent.token).tryToken()).toBe(401);
  expect(await api.getTask(task.id)).toMatchObject({ status: 'todo', assignedAgentId: null });

  await act(page, 'Linus', 'Reactivate');
  await page.getByRole('dialog').getByRole('button', { name: 'Reactivate and create token' }).click();
  await expect(page.getByRole('dialog', { name: 'The token of Linus', exact: true })).toBeVisible();
  const token = await takeSecret(page, 'token');
  expect(await api.as(agent.token).tryToken()).toBe(401);
  expect(await api.as(token).tryToken()).toBe(200);
  await expect(rowOf(page, 'Linus')).toContainText('Active');
});

test('leaves the tasks with a deactivated agent on request, and offers to release them on its page', async ({
  person,
  team,
  api,
}) => {
  const agent = await api.createAgent('Barbara');
  const task = await api.createHeldTask(agent, { title: 'Stays with Barbara' });
  const { page } = await person('admin');
  await page.goto(`${team.path}/agents/${agent.id}`);
  await act(page, 'Barbara', 'Deactivate');
  const dialog = page.getByRole('dialog', { name: 'Deactivate Barbara?' });
  await dialog.getByRole('checkbox').uncheck();
  await dialog.getByRole('button', { name: 'Deactivate', exact: true }).click();
  await expect(dialog).toBeHidden();
  expect(await api.getTask(task.id)).toMatchObject({ status: 'in_progress', assignedAgentId: agent.id });

  await page.getByRole('button', { name: 'Release', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Release 1 task' }).click();
  await expect(page.getByRole('dialog')).toBeHidden();
  expect(await api.getTask(task.id)).toMatchObject({ status: 'todo', assignedAgentId: null });
});

test("an agent's page shows its facts and its tasks by status, each with a link to the task", async ({
  person,
  team,
  api,
}) => {
  const agent = await api.createAgent('Alan', 'Breaks codes');
  await api.createDoneTask(agent, 'Broken', { title: 'Break the code' });
  const held = await api.createHeldTask(agent, { title: 'Build the machine' });
  const { page } = await person('viewer');
  await page.goto(`${team.path}/agents`);
  await page.getByRole('link', { name: 'Alan' }).click();
  await expect(page.getByText('Breaks codes')).toBeVisible();
  await expect(page.getByRole('region', { name: /Done/ }).getByRole('listitem')).toHaveText(/Break the code/);
  const inProgress = page.getByRole('region', { name: /In progress/ });
  await expect(inProgress.getByRole('link', { name: /Build the machine/ })).toHaveAttribute(
    'href',
    new RegExp(held.id),
  );
});

test('keeps the filter of the agents in the URL, over a reload', async ({ person, team, api }) => {
  await api.createAgent('Awake');
  const asleep = await api.createAgent('Asleep');
  await api.request('PATCH', `/api/agents/${asleep.id}`, { status: 'inactive' });
  const { page } = await person('member');
  await page.goto(`${team.path}/agents`);
  await page.getByText('Inactive 1').click();
  await expect(rowOf(page, 'Awake')).toBeHidden();
  await expect(page).toHaveURL(/\?status=inactive$/);
  await page.reload();
  await expect(rowOf(page, 'Asleep')).toBeVisible();
  await expect(rowOf(page, 'Awake')).toBeHidden();
});
