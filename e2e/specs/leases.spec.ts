import type { Task } from '@crewboard/contracts';
import type { Page } from '@playwright/test';
import { expectAccessible } from '../fixtures/axe.ts';
import { cardOf, columnOf } from '../fixtures/board.ts';
import { claimWithLease, createLeasedTask, endLeaseIn, sendHeartbeat } from '../fixtures/leases.ts';
import { expect, test } from '../fixtures/test.ts';

const panelOf = (page: Page) => page.getByRole('complementary');

test('counts a lease down on card and panel, and follows heartbeats', async ({ person, team, api, db }) => {
  const agent = await api.createAgent('Ada');
  const task = await createLeasedTask(api, agent, { title: 'Leased' });
  await api.createHeldTask(agent, { title: 'Without a lease' });
  await endLeaseIn(db, task.id, 45);
  const { page } = await person('viewer');
  await page.goto(`${team.path}/board/tasks/${task.id}`);
  const [card, panel] = [cardOf(page, 'Leased'), panelOf(page)];
  for (const place of [card, panel]) await expect(place.getByText(/^[1-4]?\d s$/)).toBeVisible();
  await expect(card.getByText('attempt')).toHaveCount(0);
  await expect(cardOf(page, 'Without a lease')).not.toContainText('Lease');

  const { version } = await sendHeartbeat(api, agent, task.id);
  for (const place of [card, panel]) await expect(place.getByText(/^[45] min$/)).toBeVisible();
  expect(version).toBe(task.version);
  await expectAccessible(page);
});

test.describe('with a clock of its own', () => {
  test.use({ hasFreshContexts: true });

  test('counts by the clock of the service', async ({ person, team, api }) => {
    const agent = await api.createAgent('Ada');
    await createLeasedTask(api, agent, { title: 'Leased' });
    const { page } = await person('viewer');
    await page.clock.setSystemTime(Date.now() + 3_600_000);
    await page.goto(`${team.path}/board`);
    await expect(cardOf(page, 'Leased').getByText(/^[45] min$/)).toBeVisible();
  });
});

test('marks a task whose attempts are exhausted, and lets members release it', async ({
  person,
  team,
  api,
  db,
}) => {
  await api.request('PATCH', `/api/projects/${team.projectId}`, { maxAttempts: 2 });
  const agent = await api.createAgent('Ada');
  const task = await createLeasedTask(api, agent, { title: 'Too hard' });
  const { page } = await person('member');
  await page.goto(`${team.path}/board`);
  await endLeaseIn(db, task.id, 0);
  await expect(columnOf(page, 'To do')).toContainText('Too hard');
  await expect(page.getByText('Needs attention')).toHaveCount(0);

  await claimWithLease(api, agent, task.id);
  await expect(cardOf(page, 'Too hard')).toContainText('attempt 2');
  await endLeaseIn(db, task.id, 0);
  await expect(cardOf(page, 'Too hard').getByText('Needs attention')).toBeVisible();
  await expectAccessible(page);

  const viewer = (await person('viewer')).page;
  await viewer.goto(`${team.path}/board/tasks/${task.id}`);
  await expect(panelOf(viewer).getByText('no agent gets the task')).toBeVisible();
  await expect(cardOf(viewer, 'Too hard').getByText('Needs attention')).toBeVisible();
  await expect(viewer.getByRole('button', { name: /Release/ })).toHaveCount(0);

  await page.getByRole('button', { name: 'Release “Too hard”' }).click();
  await expect(cardOf(page, 'Too hard').getByText('Needs attention')).toHaveCount(0);
  await expect(cardOf(page, 'Too hard')).toBeFocused();
  await expect(page.getByText('Agents can claim it again.').first()).toBeVisible();
  await expect(panelOf(viewer).getByText('released it for new attempts')).toBeVisible();
  await expect(viewer.getByText('Needs attention', { exact: true })).toHaveCount(0);
  expect((await claimWithLease(api, agent, task.id)).attempt).toBe(3);
});

test('releases a task that needs attention from its panel', async ({ person, team, api, db }) => {
  await api.request('PATCH', `/api/projects/${team.projectId}`, { maxAttempts: 1 });
  const agent = await api.createAgent('Ada');
  const task = await createLeasedTask(api, agent, { title: 'Too hard' });
  await endLeaseIn(db, task.id, 0);
  const { page } = await person('member');
  await page.goto(`${team.path}/board/tasks/${task.id}`);
  const notice = panelOf(page).getByRole('region', { name: 'Needs attention' });
  await expect(notice).toBeVisible();
  await expectAccessible(page);
  await notice.getByRole('button', { name: 'Release' }).click();
  await expect(notice).toBeHidden();
  await expect.poll(async () => (await api.getTask(task.id)).needsAttention).toBeNull();
});

test('releases a held task with a reason, which its activity and its attempts show', async ({
  person,
  team,
  api,
}) => {
  const agent = await api.createAgent('Ada');
  const task = await createLeasedTask(api, agent, { title: 'In hand' });
  const { page } = await person('member');
  await page.goto(`${team.path}/board/tasks/${task.id}`);
  const panel = panelOf(page);
  await panel.getByRole('button', { name: 'Release…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Release this task?' });
  await dialog.getByLabel('Reason').fill('The machine is being replaced.');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Release task' }).click();
  await expect(columnOf(page, 'To do')).toContainText('In hand');
  await expect(panel.getByText('released it from Ada: The machine is being replaced.')).toBeVisible();
  const attempts = panel.getByRole('region', { name: 'Attempts' });
  await expect(attempts.getByRole('listitem')).toContainText(['Released']);
  await expect(attempts).toContainText('The machine is being replaced.');
  await expect(panel.getByRole('button', { name: 'Release…' })).toHaveAttribute('aria-disabled', 'true');
  expect(await api.getTask(task.id)).toMatchObject({ status: 'todo', leaseExpiresAt: null, attempt: 1 });
});

test('keeps a claim that began after the release was opened', async ({ person, team, api }) => {
  const [ada, bea] = [await api.createAgent('Ada'), await api.createAgent('Bea')];
  const task = await createLeasedTask(api, ada, { title: 'Handed on' });
  const { page } = await person('member');
  await page.goto(`${team.path}/board/tasks/${task.id}`);
  await page.route(/tasks\.release/, async (route) => {
    await api.request('POST', `/api/tasks/${task.id}/release`, {});
    await claimWithLease(api, bea, task.id);
    await route.continue();
  });
  await panelOf(page).getByRole('button', { name: 'Release…' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Release task' }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'Not released' })).toBeVisible();
  expect(await api.getTask(task.id)).toMatchObject({ assignedAgentId: bea.id, attempt: 2 });
});

test('lists the attempts of a task, kept current, page by page', async ({ person, team, api, db }) => {
  await api.request('PATCH', `/api/projects/${team.projectId}`, { maxAttempts: null });
  const [ada, bea] = [await api.createAgent('Ada'), await api.createAgent('Bea')];
  const asAda = api.as(ada.token);
  const { id } = await api.createTask({ title: 'Tried often' });
  const { page } = await person('viewer');
  await page.goto(`${team.path}/board/tasks/${id}`);
  const attempts = panelOf(page).getByRole('region', { name: 'Attempts' });
  await expect(page.getByText('created the task')).toBeVisible();
  await expect(attempts).toHaveCount(0);

  await claimWithLease(api, bea, id);
  await expect(attempts.getByRole('listitem')).toContainText([/Attempt 1.*Bea.*Working.*now/]);
  await endLeaseIn(db, id, 0);
  await expect(attempts.getByRole('listitem')).toContainText([/Attempt 1.*Bea.*Lease expired/]);
  await expect(panelOf(page).getByText('The lease of Bea ended')).toBeVisible();
  for (let count = 0; count < 10; count += 1) {
    await asAda.request('POST', `/api/tasks/${id}/claim`);
    await asAda.request('POST', `/api/tasks/${id}/release`, { reason: `Stop ${count}` });
  }
  await asAda.request<Task>('POST', `/api/tasks/${id}/complete`, { result: 'Done' });
  await expect(attempts.getByRole('listitem').first()).toContainText(/Attempt 12.*Ada.*Completed/);
  await expect(attempts.getByRole('listitem')).toHaveCount(10);
  await attempts.getByRole('button', { name: 'Show more' }).click();
  await expect(attempts.getByRole('listitem')).toHaveCount(12);
  await expect(attempts.getByRole('listitem').last()).toContainText(/Attempt 1.*Bea.*Lease expired/);
});

test('sets how many leases may expire in a project', async ({ person, team, api }) => {
  const { page } = await person('admin');
  await page.goto(`${team.path}/settings/projects`);
  const stored = async () =>
    (await api.request<{ maxAttempts: number | null }>('GET', `/api/projects/${team.projectId}`)).maxAttempts;
  const open = async () => {
    await page.getByRole('button', { name: 'Edit General' }).click();
    return page.getByRole('dialog', { name: 'Edit General' });
  };
  const dialog = await open();
  const field = dialog.getByLabel('Attempts without a result');
  await expect(field).toHaveValue('5');
  await field.fill('1.5');
  await expect(dialog.getByText('must be a whole number from 1 to 1000')).toBeVisible();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toBeVisible();
  await expectAccessible(page);
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
});
