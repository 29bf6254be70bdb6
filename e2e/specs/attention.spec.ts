import type { Page } from '@playwright/test';
import { createExhaustedTask, createStaleTask, expectCount, groupOf, rowOf } from '../fixtures/attention.ts';
import { openAudit } from '../fixtures/audit.ts';
import { expectAccessible, expectAccessibleDialog } from '../fixtures/axe.ts';
import { panelOf } from '../fixtures/dependencies.ts';
import { createManyTasks } from '../fixtures/tasks-in-bulk.ts';
import { expect, test } from '../fixtures/test.ts';
import { holdToast, toastOf } from '../fixtures/toast.ts';

/** What is resolved keeps its place until the pointer leaves the list. */
async function expectResolved(page: Page, title: string, word: string): Promise<void> {
  await expect(rowOf(page, title)).toContainText(word);
  await expect(rowOf(page, title).getByRole('button')).toHaveCount(0);
  await page.mouse.move(0, 0);
  await expect(rowOf(page, title)).toBeHidden();
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
    await expect(rowOf(page, 'Mend the sail')).toContainText(/Bob is paused: “The thread is out” \(.+\)/);
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
    await expectResolved(page, 'Convert the handbook', 'Released');
    await expect(toastOf(page, 'Released')).toContainText(
      '“Convert the handbook”: agents can claim it again.',
    );
    await expect(rowOf(viewer, 'Convert the handbook')).toBeHidden();
    await expectCount(page, 5);
    await expectCount(viewer, 5);
    expect((await api.getTask(exhausted.id)).needsAttention).toBeNull();
  });

  await test.step('takes a stale task, and gives it back with Undo', async () => {
    await button(page, 'Water the plants', 'Assign to me').click();
    await expectResolved(page, 'Water the plants', 'Assigned');
    await holdToast(toastOf(page, 'Assigned to'));
    await expect(rowOf(viewer, 'Water the plants')).toBeHidden();
    await expectCount(viewer, 4);
    await toastOf(page, 'Assigned to').getByRole('button', { name: 'Undo' }).click();
    await expect.poll(async () => (await api.getTask(stale.id)).assignedMemberId).toBeNull();
    await expectCount(page, 4);
  });

  await test.step('reopens the cancelled task, or removes the dependency', async () => {
    await button(page, 'Paint the boat', 'Reopen blocker').click();
    await expectResolved(page, 'Paint the boat', 'Resolved');
    await expectCount(viewer, 3);
    await api.moveTask(blocker.id, 'cancelled');
    await button(page, 'Paint the boat', 'Remove dependency').click();
    await expectResolved(page, 'Paint the boat', 'Resolved');
    await expectCount(page, 3);
    expect((await api.getTask(blocked.id)).isBlocked).toBe(false);
  });

  await test.step('assigns a task to an agent that can work, with the keyboard alone', async () => {
    await button(page, 'Oil the winch', 'Assign…').press('Enter');
    const dialog = page.getByRole('dialog');
    const assignee = dialog.getByRole('combobox', { name: 'Assignee' });
    await expect(assignee).toBeFocused();
    await expect(page.getByRole('option').last()).toHaveText('Bob (paused)');
    await assignee.pressSequentially('Cem');
    await expect(page.getByRole('option')).toHaveText(['Cem']);
    await assignee.press('Enter');
    await expect(assignee).toHaveValue('Cem');
    await assignee.press('Enter');
    await expect(dialog).toBeHidden();
    await expect(rowOf(page, 'Oil the winch')).toBeHidden();
    await expect(rowOf(page, 'Mend the sail').getByRole('link').first()).toBeFocused();
    await expectCount(viewer, 2);
    expect((await api.getTask(stopped.id)).assignedAgentId).toBe(cem.id);
  });

  await test.step('resumes an agent', async () => {
    await button(page, 'Mend the sail', 'Resume agent').click();
    await expectResolved(page, 'Mend the sail', 'Resumed');
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
    await expectResolved(page, 'Sand the deck', 'Resolved');
    for (const each of [page, viewer]) {
      await expect(each.getByText('Nothing waits for a person.')).toBeVisible();
      await expectCount(each, null);
    }
    await expectAccessible(page);
  });
});

test('sets when tasks of a project are stale, which the audit tells', async ({ person, team, api, db }) => {
  const { page } = await person('owner');
  await page.goto(`${team.path}/settings/projects`);
  await page.getByRole('button', { name: 'Edit General' }).click();
  const dialog = page.getByRole('dialog');
  const work = dialog.getByLabel('Work is stale after', { exact: true });
  const queue = dialog.getByLabel('The queue is stale after', { exact: true });
  await expect(work).toHaveValue('1');
  await expect(queue).toHaveValue('7');
  await queue.fill('400');
  await expect(dialog.getByText('Enter a time from 1 minute to 365 days.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toBeVisible();
  await queue.fill('12');
  await dialog.getByLabel('The queue is stale after: unit').selectOption('hours');
  await expectAccessibleDialog(page);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toBeHidden();
  const project = await api.projects.get({ projectId: team.projectId });
  expect(project).toMatchObject({ staleAfterSeconds: 86_400, queueStaleAfterSeconds: 43_200 });
  await openAudit(page, team, db);
  await expect(page.getByText('changed the time until the queue is stale of')).toBeVisible();
});

test('says in the row and in the panel why a task waits, and offers what solves that', async ({
  person,
  team,
  api,
}) => {
  await api.projects.update({ projectId: team.projectId, maxAttempts: 1 });
  const ada = await api.createAgent('Ada');
  const task = await api.createTask({ title: 'Convert the handbook' });
  const { attempt } = await api.as(ada.token).tasks.claim({ taskId: task.id });
  await api.as(ada.token).tasks.fail({ taskId: task.id, attempt, reason: 'The file is broken' });
  const { page } = await person('member');
  await page.goto(`${team.path}/attention/tasks/${task.id}`);
  await expect(rowOf(page, 'Convert the handbook')).toContainText(
    '1 attempt. Last reason: “The file is broken”',
  );
  const notice = panelOf(page).getByRole('region', { name: 'Attempts exhausted' });
  await expect(notice).toContainText('As many attempts in a row failed, or ended with their lease,');
  await expect(notice).toContainText('Last reason: “The file is broken”');
  await expectAccessible(page);

  await test.step('offers in the panel what solves the reason', async () => {
    const other = await api.createTask({ title: 'Sand the deck' });
    await api.moveTask(other.id, 'in_progress');
    await rowOf(page, 'Sand the deck').getByRole('link').first().click();
    const sentence = panelOf(page).getByRole('region', { name: 'Who acts next' });
    await expect(sentence.getByRole('button')).toHaveText(['Assign to me', 'Move to To do']);
    await sentence.getByRole('button', { name: 'Move to To do' }).click();
    await expect(sentence).toContainText('In the queue');
    // The page shows what it expects before the service has responded.
    await expect.poll(async () => (await api.getTask(other.id)).status).toBe('todo');
  });
});

test('hints at what waits also where the navigation is hidden', async ({ person, team, api }) => {
  const { page } = await person('member');
  await page.setViewportSize({ width: 400, height: 800 });
  await page.goto(`${team.path}/board`);
  const toggle = page.getByRole('button', { name: 'Open the navigation' });
  const dot = () => toggle.evaluate((element) => getComputedStyle(element, '::after').content);
  await expect(toggle).toBeVisible();
  await expect.poll(dot).toBe('none');
  const { id } = await api.createTask({ title: 'Sand the deck' });
  await api.moveTask(id, 'in_progress');
  await expect(page).toHaveTitle(/^\(1\) Board/);
  await expect.poll(dot).toBe('""');
  await toggle.click();
  await page.getByRole('link', { name: 'Agents' }).click();
  await expect(page).toHaveTitle(/^\(1\) Agents/);
  await api.moveTask(id, 'done');
  await expect(page).toHaveTitle(/^Agents/);
  await expect.poll(dot).toBe('none');
});

test('a person goes back in one step after “Skip to the content”, and takes a task from the menu', async ({
  person,
  team,
  api,
  db,
}) => {
  await api.projects.update({ projectId: team.projectId, maxAttempts: 1 });
  const { id } = await createExhaustedTask(api, db, await api.createAgent('Cem'), 'Convert the handbook');
  const { page } = await person('member');
  await page.goto(`${team.path}/attention`);

  await test.step('goes back in one step after “Skip to the content”', async () => {
    await page.keyboard.press('Tab');
    await expect(page.getByRole('link', { name: 'Skip to the content' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('main')).toBeFocused();
    await page.getByRole('navigation').getByRole('link', { name: 'Agents' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Agents');
    await page.goBack();
    await expect(page).toHaveURL(/\/attention$/);
  });

  await rowOf(page, 'Convert the handbook').getByRole('button').last().click();
  await page.getByRole('menuitem', { name: 'Assign to me' }).click();
  await page.mouse.move(0, 0);
  await expect(rowOf(page, 'Convert the handbook')).toBeHidden();
  await expect.poll(async () => (await api.getTask(id)).needsAttention).toBeNull();
  await page.reload();
  await expect(page.getByText('Nothing waits for a person.')).toBeVisible();
});

test('shows more than the oldest tasks of a reason on request', async ({ person, team, api, db }) => {
  await createManyTasks(db, team, 30);
  await db.pool.query(
    `update tasks set status = 'in_progress', attention = 'in_progress_unassigned', in_queue = false where team_id = $1`,
    [team.id],
  );
  const { page } = await person('member');
  await page.goto(`${team.path}/attention`);
  const rows = groupOf(page, 'In progress without an assignee').locator('a[data-task-id]');
  await expect(rows).toHaveCount(20);
  await page.getByRole('button', { name: 'Show more' }).click();
  await expect(rows).toHaveCount(30);
  await expect(page.getByRole('button', { name: 'Show more' })).toHaveCount(0);
  await page.mouse.move(0, 0);
  const { id: taskId } = (await api.tasks.list({ teamId: team.id, status: 'in_progress' }))[0] ?? { id: '' };
  await api.moveTask(taskId, 'done');
  await expect(rows).toHaveCount(29);
});
