import type { AgentWithToken } from '@crewboard/contracts';
import type { Database } from '@crewboard/db';
import type { Page } from '@playwright/test';
import { expectAccessible, expectAccessibleDialog } from '../fixtures/axe.ts';
import { cardOf, columnOf } from '../fixtures/board.ts';
import { claimWithLease, createLeasedTask, endLeaseIn, sendHeartbeat } from '../fixtures/leases.ts';
import type { TeamClient } from '../fixtures/team-client.ts';
import { expect, test } from '../fixtures/test.ts';

const panelOf = (page: Page) => page.getByRole('complementary');

/** Has the agent claim the task, and the lease expire, until no agent gets the task. */
async function exhaustAttempts(api: TeamClient, db: Database, agent: AgentWithToken, taskId: string) {
  const { projectId } = await api.getTask(taskId);
  const { maxAttempts } = await api.projects.get({ projectId });
  for (let attempt = 1; attempt <= (maxAttempts ?? 0); attempt += 1) {
    await claimWithLease(api, agent, taskId);
    await endLeaseIn(db, taskId, 0);
    await expect.poll(async () => (await api.getTask(taskId)).status).toBe('todo');
  }
}

test('shows the lease and the attempts of a task', async ({ person, team, api, db }) => {
  await api.projects.update({ projectId: team.projectId, maxAttempts: null });
  const [ada, bea] = [await api.createAgent('Ada'), await api.createAgent('Bea')];
  const task = await createLeasedTask(api, ada, { title: 'Leased' });
  await api.createHeldTask(ada, { title: 'Without a lease' });
  const { id } = await api.createTask({ title: 'Tried often' });
  const { page } = await person('viewer');
  await endLeaseIn(db, task.id, 59);
  await page.goto(`${team.path}/board/tasks/${task.id}`);

  await test.step('counts a lease down on card and panel, and follows heartbeats', async () => {
    const [card, panel] = [cardOf(page, 'Leased'), panelOf(page)];
    for (const place of [card, panel]) await expect(place.getByText(/^[1-5]?\d s$/)).toBeVisible();
    await expect(card.getByText('attempt')).toHaveCount(0);
    await expect(cardOf(page, 'Without a lease')).not.toContainText('Lease');
    const { version } = await sendHeartbeat(api, ada, task.id);
    for (const place of [card, panel]) await expect(place.getByText(/^[45] min$/)).toBeVisible();
    expect(version).toBe(task.version);
    await expectAccessible(page);
  });

  await test.step('lists the attempts of a task, kept current, page by page', async () => {
    await cardOf(page, 'Tried often').click();
    await expect(panelOf(page).getByRole('heading', { name: 'Tried often' })).toBeVisible();
    const attempts = panelOf(page).getByRole('region', { name: 'Attempts' });
    await expect(page.getByText('created the task')).toBeVisible();
    await expect(attempts).toHaveCount(0);
    await claimWithLease(api, bea, id);
    await expect(attempts.getByRole('listitem')).toContainText([/Attempt 1.*Bea.*Working/]);
    await endLeaseIn(db, id, 0);
    await expect(attempts.getByRole('listitem')).toContainText([/Attempt 1.*Bea.*Lease expired/]);
    await expect(panelOf(page).getByText('The lease of Bea ended')).toBeVisible();
    const asAda = api.as(ada.token);
    for (let count = 0; count < 10; count += 1) {
      await asAda.tasks.claim({ taskId: id });
      await asAda.tasks.release({ taskId: id, reason: `Stop ${count}` });
    }
    await asAda.tasks.complete({ taskId: id, result: 'Done' });
    await expect(attempts.getByRole('listitem').first()).toContainText(/Attempt 12.*Ada.*Completed/);
    await expect(attempts.getByRole('listitem')).toHaveCount(10);
    await attempts.getByRole('button', { name: 'Show more' }).click();
    await expect(attempts.getByRole('listitem')).toHaveCount(12);
    await expect(attempts.getByRole('listitem').last()).toContainText(/Attempt 1.*Bea.*Lease expired/);
  });
});

test('marks a task whose attempts are exhausted, and lets members release it', async ({
  person,
  team,
  api,
  db,
}) => {
  await api.projects.update({ projectId: team.projectId, maxAttempts: 2 });
  const agent = await api.createAgent('Ada');
  const other = await api.createTask({ title: 'Beyond anyone' });
  await exhaustAttempts(api, db, agent, other.id);
  const task = await createLeasedTask(api, agent, { title: 'Too hard' });
  const { page } = await person('member');
  const { page: viewer } = await person('viewer');
  await page.goto(`${team.path}/board`);
  const mark = cardOf(page, 'Too hard').getByText('Attempts exhausted');
  const notice = panelOf(page).getByRole('region', { name: 'Attempts exhausted' });

  await test.step('marks a task whose attempts are exhausted', async () => {
    await endLeaseIn(db, task.id, 0);
    await expect(columnOf(page, 'To do')).toContainText('Too hard');
    await expect(mark).toHaveCount(0);
    await claimWithLease(api, agent, task.id);
    await expect(cardOf(page, 'Too hard')).toContainText('attempt 2');
    await endLeaseIn(db, task.id, 0);
    await expect(mark).toBeVisible();
    await cardOf(page, 'Beyond anyone').click();
    await expect(notice).toBeVisible();
    await expectAccessible(page);
    await page.keyboard.press('Escape');
  });

  await test.step('shows it to a viewer, who cannot release it', async () => {
    await viewer.goto(`${team.path}/board/tasks/${task.id}`);
    await expect(panelOf(viewer).getByText('agents no longer get this task')).toBeVisible();
    await expect(cardOf(viewer, 'Too hard').getByText('Attempts exhausted')).toBeVisible();
    await expect(viewer.getByRole('button', { name: /Release/ })).toHaveCount(0);
  });

  await test.step('releases it from its card', async () => {
    await page.getByRole('button', { name: 'Release “Too hard”' }).click();
    await expect(mark).toHaveCount(0);
    await expect(cardOf(page, 'Too hard')).toBeFocused();
    await expect(page.getByText('“Too hard”: agents can claim it again.').first()).toBeVisible();
    await expect(panelOf(viewer).getByText('released it for new attempts')).toBeVisible();
    for (const place of [cardOf(viewer, 'Too hard'), panelOf(viewer)])
      await expect(place.getByText('Attempts exhausted', { exact: true })).toHaveCount(0);
    expect((await claimWithLease(api, agent, task.id)).attempt).toBe(3);
  });

  await test.step('releases one from its panel', async () => {
    await cardOf(page, 'Beyond anyone').click();
    await notice.getByRole('button', { name: 'Release' }).click();
    await expect(notice).toBeHidden();
    await expect.poll(async () => (await api.getTask(other.id)).needsAttention).toBeNull();
  });
});

test('releases a held task, but not a claim that began after the release was opened', async ({
  person,
  team,
  api,
}) => {
  const [ada, bea] = [await api.createAgent('Ada'), await api.createAgent('Bea')];
  const task = await createLeasedTask(api, ada, { title: 'In hand' });
  const { id } = await createLeasedTask(api, ada, { title: 'Handed on' });
  const { page } = await person('member');
  await page.goto(`${team.path}/board/tasks/${task.id}`);
  const panel = panelOf(page);
  const dialog = page.getByRole('dialog', { name: 'Release this task?' });

  await test.step('releases a held task with a reason, which its activity and its attempts show', async () => {
    await panel.getByRole('button', { name: 'Release…' }).click();
    await dialog.getByLabel('Reason').fill('The machine is being replaced.');
    await expectAccessibleDialog(page);
    await dialog.getByRole('button', { name: 'Release task' }).click();
    await expect(columnOf(page, 'To do')).toContainText('In hand');
    await expect(panel.getByText('released it from Ada: The machine is being replaced.')).toBeVisible();
    const attempts = panel.getByRole('region', { name: 'Attempts' });
    await expect(attempts.getByRole('listitem')).toContainText(['Released']);
    await expect(attempts).toContainText('The machine is being replaced.');
    await expect(panel.getByRole('button', { name: 'Release…' })).toHaveCount(0);
    const released = { status: 'todo', leaseExpiresAt: null, attempt: 1 };
    expect(await api.getTask(task.id)).toMatchObject(released);
  });

  await test.step('keeps a claim that began after the release was opened', async () => {
    await cardOf(page, 'Handed on').click();
    await expect(panel.getByLabel('Title')).toHaveValue('Handed on');
    await page.route(/tasks\.release/, async (route) => {
      await api.tasks.release({ taskId: id });
      await claimWithLease(api, bea, id);
      await route.continue();
    });
    await panel.getByRole('button', { name: 'Release…' }).click();
    await dialog.getByRole('button', { name: 'Release task' }).click();
    await expect(page.getByRole('alert').filter({ hasText: 'Not released' })).toBeVisible();
    expect(await api.getTask(id)).toMatchObject({ assignedAgentId: bea.id, attempt: 2 });
  });
});

test('says when the agent reads a comment, and the agent gets it with its next heartbeat', async ({
  person,
  team,
  api,
  db,
}) => {
  const ada = await api.createAgent('Ada');
  const task = await createLeasedTask(api, ada, { title: 'Going wrong' });
  const { page } = await person('member');
  await page.goto(`${team.path}/board/tasks/${task.id}`);
  const panel = panelOf(page);
  const hint = panel.getByText(/Ada will read this within/);

  await test.step('until the end of the lease, which heartbeats extend', async () => {
    await expect(hint).toContainText(/within [45] min/);
    await endLeaseIn(db, task.id, 59);
    await page.reload();
    await expect(hint).toContainText(/within [1-5]?\d s/);
    await sendHeartbeat(api, ada, task.id);
    await expect(hint).toContainText(/within [45] min/);
  });

  await test.step('hands over the comment once', async () => {
    await panel.getByRole('textbox', { name: 'Comment' }).fill('Please stop: the other branch.');
    await panel.getByRole('button', { name: 'Comment', exact: true }).click();
    await expect(panel.getByText('Please stop: the other branch.')).toBeVisible();
    const beat = () => api.as(ada.token).tasks.heartbeat({ taskId: task.id });
    // The panel shows a comment before it is stored.
    await expect
      .poll(async () => (await beat()).notices.comments?.map(({ body }) => body))
      .toEqual(['Please stop: the other branch.']);
    expect((await beat()).notices.comments).toBeUndefined();
  });

  await test.step('is silent once nobody reads it', async () => {
    await api.as(ada.token).tasks.complete({ taskId: task.id, result: 'Done' });
    await expect(hint).toBeHidden();
    await expect(panel.getByRole('textbox', { name: 'Comment' })).toBeVisible();
  });
});
