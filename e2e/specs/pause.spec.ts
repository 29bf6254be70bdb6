import type { Page } from '@playwright/test';
import { expectAccessible, expectAccessibleDialog } from '../fixtures/axe.ts';
import { cardOf, columnOf } from '../fixtures/board.ts';
import { choose } from '../fixtures/choose.ts';
import { pressMenuItem } from '../fixtures/menu.ts';
import { createManyTasks } from '../fixtures/tasks-in-bulk.ts';
import { expect, test } from '../fixtures/test.ts';
import { keepToasts, toastOf } from '../fixtures/toast.ts';

/** Answers the open dialog. */
async function confirmPause(page: Page, reason: string, { releases = false } = {}): Promise<void> {
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByLabel('Reason')).toBeFocused();
  await dialog.getByRole('button', { name: 'Pause' }).click();
  await expect(dialog.getByText('The reason must have 1 to 500 characters.')).toBeVisible();
  // The focus went to the button, and back to where the reason is missing.
  await expect(dialog.getByLabel('Reason')).toBeFocused();
  await page.keyboard.type(reason);
  await expect(dialog.getByLabel('Reason')).toHaveValue(reason);
  if (releases) {
    await dialog.getByLabel('Also take running tasks back').check();
    // The dialogs of projects and teams are alike.
    await expectAccessibleDialog(page);
  }
  await dialog.getByRole('button', { name: 'Pause' }).click();
  await expect(dialog).toBeHidden();
}

test('pauses all agents with a reason, shows it to others at once, and resumes', async ({
  person,
  team,
  api,
}) => {
  const ada = await api.createAgent('Ada');
  await api.createTask({ title: 'Paint the boat' });
  const member = await person('member');
  await keepToasts(member.page);
  const viewer = await person('viewer');
  for (const { page } of [member, viewer]) await page.goto(`${team.path}/board`);
  const heightOfCard = async () => (await cardOf(member.page, 'Paint the boat').boundingBox())?.height;
  const height = await heightOfCard();
  const bannerOf = (page: Page) => page.getByRole('region', { name: 'All agents are paused' });
  const claim = () => api.as(ada.token).tasks.claimNext({ teamId: team.id });

  await test.step('resumes with Undo, while its toast is shown', async () => {
    await member.page.getByRole('button', { name: 'Pause all agents' }).click();
    await confirmPause(member.page, 'By mistake');
    await toastOf(member.page, 'Paused').getByRole('button', { name: 'Undo' }).click();
    await expect(bannerOf(member.page)).toBeHidden();
    await expect(bannerOf(viewer.page)).toBeHidden();
  });

  await test.step('stops the next claim, and tells people why', async () => {
    await member.page.getByRole('button', { name: 'Pause all agents' }).click();
    await confirmPause(member.page, 'The prompt is wrong');
    await expect(bannerOf(member.page)).toContainText('The prompt is wrong');
    await expect(bannerOf(member.page)).toContainText('The member');
    await expect(bannerOf(viewer.page)).toContainText('The prompt is wrong');
    await expect(bannerOf(viewer.page).getByRole('button')).toBeHidden();
    await expect(member.page.getByRole('button', { name: 'Pause all agents' })).toBeHidden();
    await expectAccessible(member.page);
    // The banner says it once for all cards.
    await member.page.reload();
    await expect(bannerOf(member.page)).toBeVisible();
    expect(await heightOfCard()).toBe(height);
    await expect(claim()).rejects.toMatchObject({
      code: 'PAUSED',
      detail: expect.stringContaining('The prompt is wrong'),
    });
  });

  await test.step('resumes from the banner, also on the page of agents', async () => {
    await api.teams.pause({ teamId: team.id, reason: 'Once more' });
    await expect(bannerOf(member.page)).toContainText('Once more');
    await member.page.reload();
    await viewer.page.getByRole('link', { name: 'Agents', exact: true }).click();
    await expect(viewer.page.getByRole('heading', { name: 'Agents' })).toBeVisible();
    await expect(bannerOf(viewer.page)).toContainText('Once more');
    await bannerOf(member.page).getByRole('button', { name: 'Resume' }).click();
    await expect(bannerOf(member.page)).toBeHidden();
    await expect(bannerOf(viewer.page)).toBeHidden();
    expect((await claim())?.assignedAgentId).toBe(ada.id);
    await expect(columnOf(member.page, 'In progress')).toContainText('Paint the boat');
  });
});

test('pauses a project in the settings, and says so once on its board', async ({ person, team, api }) => {
  await api.createProject('Website');
  await api.createAgent('Ada');
  await api.createTask({ title: 'Paint the boat' });
  const { page } = await person('member');
  await page.goto(`${team.path}/settings/projects`);
  await page.getByRole('button', { name: 'Pause General' }).click();
  await confirmPause(page, 'The design changes');
  const row = page.getByRole('row').filter({ hasText: 'General' });
  await expect(row).toContainText('Paused');
  await expectAccessible(page);
  const banner = page.getByRole('region', { name: 'General is paused' });
  await page.goto(`${team.path}/board`);
  await expect(page.getByRole('heading', { name: 'Board' })).toBeVisible();
  await expect(banner).toBeHidden();
  const mark = cardOf(page, 'Paint the boat').getByText('Project paused');
  await expect(mark).toBeVisible();
  await choose(page, page.getByRole('combobox', { name: 'Project' }), 'General');
  await expect(banner).toContainText('The design changes');
  await expect(mark).toBeHidden();
  await expect(cardOf(page, 'Paint the boat')).toBeVisible();
  await page.goto(`${team.path}/settings/projects`);
  await row.getByRole('button', { name: 'Resume General' }).click();
  await expect(row).not.toContainText('Paused');
});

test('pauses an agent that works, and takes its task back', async ({ person, team, api }) => {
  const ada = await api.createAgent('Ada');
  await api.createHeldTask(ada, { title: 'Paint the boat' });
  await api.createTask({ title: 'Oil the winch', assignedAgentId: ada.id });
  const { page } = await person('member');
  const viewer = await person('viewer');
  await viewer.page.goto(`${team.path}/board`);
  const markOn = (title: string) => cardOf(viewer.page, title).getByText('Agent paused');
  await expect(cardOf(viewer.page, 'Oil the winch')).toBeVisible();
  await expect(markOn('Oil the winch')).toBeHidden();
  await page.goto(`${team.path}/agents/${ada.id}`);
  await page.getByRole('button', { name: 'Actions for Ada' }).click();
  await expect(page.getByRole('menuitem')).toHaveText(['Pause']);
  await pressMenuItem(page.getByRole('menuitem', { name: 'Pause' }));
  await confirmPause(page, 'Wrong branch', { releases: true });
  await expect(page.getByRole('region', { name: 'Ada is paused' })).toContainText('Wrong branch');
  // Still working, or no longer: the grace of half a minute runs.
  await expect(page.getByRole('main')).toContainText('Paused');
  await expect(markOn('Oil the winch')).toBeVisible();
  await expect(markOn('Paint the boat')).toBeVisible();
  await expectAccessible(viewer.page);
  await api.agents.pause({ agentId: ada.id, reason: 'Wrong branch, now', mode: 'release', graceSeconds: 0 });
  await page.goto(`${team.path}/board`);
  await expect(cardOf(page, 'Paint the boat')).toBeVisible();
  await expect(columnOf(page, 'To do')).toContainText('Paint the boat');
  await page.goto(`${team.path}/agents`);
  await page.getByRole('button', { name: 'Actions for Ada' }).click();
  await pressMenuItem(page.getByRole('menuitem', { name: 'Resume' }));
  await expect(page.getByRole('row').filter({ hasText: 'Ada' })).not.toContainText('Paused');
  await expect(markOn('Oil the winch')).toBeHidden();
});

test('tells on a card the reason of the pause that it names', async ({ person, team, api }) => {
  const ada = await api.createAgent('Ada');
  await api.createTask({ title: 'Oil the winch', assignedAgentId: ada.id });
  await api.agents.pause({ agentId: ada.id, reason: 'Wrong branch' });
  await api.projects.pause({ projectId: team.projectId, reason: 'The design changes' });
  const { page } = await person('member');
  await page.goto(`${team.path}/board`);
  const card = cardOf(page, 'Oil the winch');
  await expect(card.getByTitle(/^Project paused: .?The design changes.?, for /)).toBeVisible();
  await api.projects.resume({ projectId: team.projectId });
  await expect(card.getByTitle(/^Agent paused: .?Wrong branch.?, for /)).toBeVisible();
});

test('shows a pause once however many tasks wait for it, and its tasks on request', async ({
  person,
  team,
  api,
}) => {
  await api.createAgent('Ada');
  for (const title of ['One', 'Two', 'Three', 'Four']) await api.createTask({ title });
  await api.teams.pause({ teamId: team.id, reason: 'The harbour is closed' });
  const { page } = await person('member');
  await page.goto(`${team.path}/attention`);
  const group = page.getByRole('region', { name: /^Paused/ });
  await expect(group.getByText('The harbour is closed')).toHaveCount(1);
  await expect(group.getByRole('heading')).toHaveText('Paused 4');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Attention1');
  await expect(group.getByRole('link')).toHaveCount(0);
  await group.getByRole('button', { name: 'Show the tasks' }).click();
  await expect(group.getByRole('link')).toHaveCount(4);
  await group.getByRole('button', { name: 'Hide the tasks' }).click();
  await group.getByRole('button', { name: /^Resume all agents/ }).click();
  // It keeps its place until the pointer leaves the list.
  await expect(group).toContainText('Resumed');
  await expect(group.getByRole('link')).toHaveCount(0);
  await page.mouse.move(0, 0);
  await expect(page.getByText('Nothing waits for a person.')).toBeVisible();
});

test('says that tasks which are not loaded may wait for other pauses', async ({ person, team, api, db }) => {
  await api.createAgent('Ada');
  await createManyTasks(db, team, 21);
  const website = await api.createProject('Website');
  await api.createTask({ title: 'Paint the website', projectId: website.id });
  for (const projectId of [team.projectId, website.id])
    await api.projects.pause({ projectId, reason: 'Closed' });
  const { page } = await person('member');
  await page.goto(`${team.path}/attention`);
  const group = page.getByRole('region', { name: /^Paused/ });
  const pauses = group.getByText(/ is paused: “Closed”/);
  const note = group.getByText('Tasks that are not loaded may wait for other pauses.');
  await expect(pauses).toHaveText([/^General/]);
  await expect(note).toBeVisible();
  await group.getByRole('button', { name: 'Show the tasks' }).click();
  await group.getByRole('button', { name: 'Show more' }).click();
  await expect(group.getByRole('link')).toHaveCount(22);
  await group.getByRole('button', { name: 'Hide the tasks' }).click();
  await expect(pauses).toHaveText([/^General/, /^Website/]);
  await expect(note).toBeHidden();
});
