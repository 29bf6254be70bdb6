import type { Page } from '@playwright/test';
import { groupOf, rowOf } from '../fixtures/attention.ts';
import { panelOf } from '../fixtures/dependencies.ts';
import { expect, test } from '../fixtures/test.ts';

const takeButton = (page: Page, title: string) =>
  rowOf(page, title).getByRole('button', { name: /^Assign to me/ });

test('moves between rows with the arrow keys, and keeps the focus when a row goes', async ({
  person,
  team,
  api,
}) => {
  const expiresAt = new Date(Date.now() + 5 * 86_400_000).toISOString();
  await api.agents.create({ teamId: team.id, name: 'Ada', expiresAt });
  for (const title of ['First', 'Second', 'Third']) {
    const { id } = await api.createTask({ title });
    await api.moveTask(id, 'in_progress');
  }
  const { page } = await person('member');
  await page.goto(`${team.path}/attention`);
  const link = (title: string) => rowOf(page, title).getByRole('link', { name: title });
  await expect(link('First')).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await expect(link('First')).toBeFocused();
  await page.keyboard.press('End');
  await expect(groupOf(page, 'Agents and integrations').getByRole('link', { name: 'Ada' })).toBeFocused();
  await page.keyboard.press('ArrowUp');
  await expect(link('Third')).toBeFocused();
  await page.keyboard.press('Home');
  await page.keyboard.press('ArrowDown');
  await expect(link('Second')).toBeFocused();
  await takeButton(page, 'Second').press('Enter');
  await expect(rowOf(page, 'Second')).toBeHidden();
  await expect(link('Third')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(panelOf(page)).toContainText('Third');
});

test('says of a resolved row what happened to its task, not what usually helps', async ({
  person,
  team,
  api,
}) => {
  const [ada, bob] = [await api.createAgent('Ada'), await api.createAgent('Bob')];
  const winch = await api.createTask({ title: 'Oil the winch', assignedAgentId: ada.id });
  const sail = await api.createTask({ title: 'Patch the sail', assignedAgentId: ada.id });
  for (const title of ['Sand the deck', 'Paint the boat'])
    await api.createTask({ title, assignedAgentId: bob.id });
  for (const { id: agentId } of [ada, bob]) await api.agents.pause({ agentId, reason: 'Wrong branch' });
  const { page } = await person('member');
  await page.goto(`${team.path}/attention`);
  const paused = groupOf(page, 'Paused');
  const pauseOfAda = paused.getByRole('listitem').filter({ hasText: 'Ada is paused' }).first();
  await paused.getByRole('button', { name: 'Show the tasks' }).click();
  await rowOf(page, 'Oil the winch').hover();
  await api.moveTask(winch.id, 'done');
  await expect(rowOf(page, 'Oil the winch')).toContainText('Done');
  await api.tasks.update({ taskId: sail.id, assignedAgentId: (await api.createAgent('Cem')).id });
  await expect(rowOf(page, 'Patch the sail')).toContainText('Assigned');
  await expect(pauseOfAda).toContainText('Resolved');
  await paused.getByRole('button', { name: 'Resume agent: Bob' }).first().click();
  await expect(rowOf(page, 'Sand the deck')).toContainText('Resumed');
});

test('the focus goes on to the next row once a row is resolved with the mouse', async ({
  person,
  team,
  api,
}) => {
  const ada = await api.createAgent('Ada');
  for (const title of ['First', 'Second', 'Third']) {
    const { id } = await api.createTask({ title });
    await api.moveTask(id, 'in_progress');
  }
  await api.agents.pause({ agentId: ada.id, reason: 'The thread is out' });
  for (const title of ['Fourth', 'Fifth', 'Sixth', 'Seventh'])
    await api.createTask({ title, assignedAgentId: ada.id });
  const { page } = await person('member');
  await page.goto(`${team.path}/attention`);
  const link = (title: string) => rowOf(page, title).getByRole('link', { name: title });

  await test.step('with its button', async () => {
    await takeButton(page, 'Second').click();
    await expect(rowOf(page, 'Second')).toContainText('Assigned');
    await expect(link('Third')).toBeFocused();
  });

  await test.step('from its menu, below a row that stays until the menu is closed', async () => {
    await rowOf(page, 'Third').getByRole('button', { name: 'Actions for Third' }).click();
    await page.getByRole('menuitem', { name: 'Cancel task' }).hover();
    await expect(rowOf(page, 'Second')).toContainText('Assigned');
    await page.getByRole('menuitem', { name: 'Cancel task' }).click();
    await expect(page.getByRole('menu')).toBeHidden();
    await page.mouse.move(0, 0);
    await expect(rowOf(page, 'Second')).toBeHidden();
    await expect(rowOf(page, 'Third')).toBeHidden();
    await expect(link('First')).toBeFocused();
  });

  await test.step('with its open menu, once somebody else resolves it', async () => {
    const { id } = await api.createTask({ title: 'Eighth' });
    await api.moveTask(id, 'in_progress');
    await rowOf(page, 'Eighth').getByRole('button', { name: 'Actions for Eighth' }).press('Enter');
    await expect(page.getByRole('menuitem', { name: 'Cancel task' })).toBeVisible();
    await api.moveTask(id, 'cancelled');
    await expect(page.getByRole('menu')).toBeHidden();
    await expect(rowOf(page, 'Eighth')).toBeHidden();
  });

  await test.step('the row of a pause, which all its tasks have in common', async () => {
    await groupOf(page, 'Paused').getByRole('button', { name: 'Resume agent: Ada' }).click();
    await expect(groupOf(page, 'Paused')).toContainText('Resumed');
    await expect(link('First')).toBeFocused();
  });
});
