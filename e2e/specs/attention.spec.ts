import type { Page } from '@playwright/test';
import { createExhaustedTask, createStaleTask, groupOf, rowOf } from '../fixtures/attention.ts';
import { expectAccessible } from '../fixtures/axe.ts';
import { panelOf } from '../fixtures/dependencies.ts';
import { expect, test } from '../fixtures/test.ts';
import { toastOf } from '../fixtures/toast.ts';

/** How many the navigation says wait; null for none. */
async function expectCount(page: Page, count: number | null): Promise<void> {
  const link = page.getByRole('navigation').getByRole('link', { name: /^Attention/ });
  await expect(link).toHaveAccessibleName(
    count === null ? 'Attention' : `Attention ${count} waiting for a person`,
  );
}

const button = (page: Page, title: string, label: string) =>
  rowOf(page, title).getByRole('button', { name: new RegExp(`^${label}`) });

test('a person resolves a task of each reason, and others see it go', async ({ person, team, api, db }) => {
  await api.projects.update({ projectId: team.projectId, maxAttempts: 1 });
  const ada = await api.createAgent('Ada');
  const bob = await api.createAgent('Bob');
  const cem = await api.createAgent('Cem');
  const exhausted = await createExhaustedTask(api, db, cem, 'Convert the handbook');
  const stale = await createStaleTask(api, db, 'Water the plants');
  const blocker = await api.createTask({ title: 'Order the paint' });
  const blocked = await api.createTask({ title: 'Paint the boat', blockedBy: [blocker.id] });
  await api.moveTask(blocker.id, 'cancelled');
  const stopped = await api.createTask({ title: 'Oil the winch', assignedAgentId: ada.id });
  await api.agents.update({ agentId: ada.id, status: 'inactive' });
  const paused = await api.createTask({ title: 'Mend the sail', assignedAgentId: bob.id });
  await api.agents.pause({ agentId: bob.id, reason: 'The thread is out' });
  const unassigned = await api.createTask({ title: 'Sand the deck' });
  await api.moveTask(unassigned.id, 'in_progress');

  const { page } = await person('owner');
  const { page: viewer } = await person('viewer');
  for (const each of [page, viewer]) await each.goto(`${team.path}/attention`);

  await test.step('shows each with its reason, in the order of the reasons', async () => {
    await expect(page.getByRole('heading', { level: 2 })).toHaveText([
      'Attempts exhausted 1',
      'Stale 1',
      'Blocked by a cancelled task 1',
      'Agent cannot work 1',
      'Paused 1',
      'In progress without an assignee 1',
    ]);
    await expect(groupOf(page, 'Stale')).toContainText('In the queue, and nobody has claimed it');
    await expect(groupOf(page, 'Stale')).toContainText('for 23 days');
    await expect(rowOf(page, 'Paint the boat')).toContainText('Waits for “Order the paint” (cancelled)');
    await expect(rowOf(page, 'Oil the winch')).toContainText('Ada is inactive');
    await expect(rowOf(page, 'Mend the sail')).toContainText('Bob is paused');
    await expectCount(page, 6);
    await expectAccessible(page);
  });

  await test.step('shows a viewer the same without a button', async () => {
    await expectCount(viewer, 6);
    await expect(rowOf(viewer, 'Mend the sail')).toBeVisible();
    await expect(viewer.getByRole('main').getByRole('list').getByRole('button')).toHaveCount(0);
  });

  await test.step('releases a task whose attempts are exhausted', async () => {
    await button(page, 'Convert the handbook', 'Release').click();
    await expect(rowOf(page, 'Convert the handbook')).toBeHidden();
    await expect(rowOf(viewer, 'Convert the handbook')).toBeHidden();
    await expectCount(page, 5);
    await expectCount(viewer, 5);
    expect((await api.getTask(exhausted.id)).needsAttention).toBeNull();
  });

  await test.step('takes a stale task, and gives it back with Undo', async () => {
    await button(page, 'Water the plants', 'Assign to me').click();
    await expect(rowOf(page, 'Water the plants')).toBeHidden();
    await expect(rowOf(viewer, 'Water the plants')).toBeHidden();
    await expectCount(viewer, 4);
    await toastOf(page, 'Assigned to').getByRole('button', { name: 'Undo' }).click();
    await expect.poll(async () => (await api.getTask(stale.id)).assignedMemberId).toBeNull();
    await expectCount(page, 4);
  });

  await test.step('reopens the cancelled task, or removes the dependency', async () => {
    await button(page, 'Paint the boat', 'Reopen blocker').click();
    await expect(rowOf(page, 'Paint the boat')).toBeHidden();
    await expectCount(viewer, 3);
    await api.moveTask(blocker.id, 'cancelled');
    await button(page, 'Paint the boat', 'Remove dependency').click();
    await expect(rowOf(page, 'Paint the boat')).toBeHidden();
    await expectCount(page, 3);
    expect((await api.getTask(blocked.id)).isBlocked).toBe(false);
  });

  await test.step('assigns a task to an agent that can work', async () => {
    await button(page, 'Oil the winch', 'Assign…').click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('combobox', { name: 'Assignee' }).fill('Cem');
    await page.getByRole('option', { name: 'Cem' }).click();
    await dialog.getByRole('button', { name: 'Assign', exact: true }).click();
    await expect(rowOf(page, 'Oil the winch')).toBeHidden();
    await expectCount(viewer, 2);
    expect((await api.getTask(stopped.id)).assignedAgentId).toBe(cem.id);
  });

  await test.step('resumes an agent', async () => {
    await button(page, 'Mend the sail', 'Resume agent').click();
    await expect(rowOf(page, 'Mend the sail')).toBeHidden();
    await expectCount(viewer, 1);
    expect((await api.tasks.get({ taskId: paused.id, include: 'next' })).next?.reason).toBe('assigned');
  });

  await test.step('opens the task beside the list, and moves it back', async () => {
    await rowOf(page, 'Sand the deck').getByRole('link').first().click();
    await expect(page).toHaveURL(new RegExp(`/attention/tasks/${unassigned.id}$`));
    await expect(panelOf(page)).toContainText('Sand the deck');
    await page.keyboard.press('Escape');
    await expect(panelOf(page)).toBeHidden();
    await button(page, 'Sand the deck', 'Move to To do').click();
    for (const each of [page, viewer]) {
      await expect(each.getByText('Nothing waits for a person.')).toBeVisible();
      await expectCount(each, null);
    }
    await expectAccessible(page);
  });
});
