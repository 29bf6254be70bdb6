import type { Locator, Page } from '@playwright/test';
import { cardOf } from '../fixtures/board.ts';
import { waitForScripts } from '../fixtures/hydration.ts';
import { expect, test } from '../fixtures/test.ts';
import { keepToasts } from '../fixtures/toast.ts';

const panelOf = (page: Page) => page.getByRole('complementary');
const noticeOf = (page: Page) => page.getByText('What you see may be out of date');

/** Whether one thing ends above where the other begins. Both move when the other one appears. */
async function isAbove(upper: Locator, lower: Locator): Promise<boolean> {
  const below = await lower.boundingBox();
  const above = await upper.boundingBox();
  return above !== null && below !== null && above.y + above.height <= below.y;
}

test('opens what is loaded while offline, and follows a link once online', async ({ person, team, api }) => {
  await api.createAgent('Ada');
  await api.createTask({ title: 'Read before', description: 'With *its* description' });
  await api.createTask({ title: 'Never opened', description: 'Not read yet', priority: 'high' });
  const { page, context } = await person('member');
  await page.goto(`${team.path}/board`);
  await cardOf(page, 'Read before').click();
  await expect(panelOf(page).getByRole('emphasis')).toHaveText('its');
  await expect(panelOf(page).getByRole('listitem').first()).toContainText('created the task');
  await page.keyboard.press('Escape');
  await expect(panelOf(page)).toBeHidden();
  await waitForScripts(page);

  await test.step('opens a loaded task while offline, and the card of another', async () => {
    await context.setOffline(true);
    await cardOf(page, 'Read before').click();
    await expect(panelOf(page).getByText('With its description')).toBeVisible();
    await expect(panelOf(page).getByRole('listitem').first()).toContainText('created the task');
    await cardOf(page, 'Never opened').click();
    await expect(panelOf(page).getByRole('heading', { name: 'Never opened' })).toBeVisible();
    await expect(panelOf(page).getByRole('definition').filter({ hasText: 'High' })).toBeVisible();
    await expect(panelOf(page).getByText('The service cannot be reached')).toBeVisible();
    await context.setOffline(false);
    await expect(panelOf(page).getByText('Not read yet')).toBeVisible();
    await expect(page.getByText('You are offline')).toBeHidden();
  });

  await test.step('stays in the app on a link while offline, and follows it once online', async () => {
    await page.keyboard.press('Escape');
    await expect(panelOf(page)).toBeHidden();
    await context.setOffline(true);
    await page.getByRole('link', { name: 'Agents' }).click();
    await expect(page.getByText('You are offline')).toBeVisible();
    await expect(cardOf(page, 'Read before')).toBeVisible();
    await context.setOffline(false);
    await expect(page.getByRole('link', { name: 'Ada' })).toBeVisible();
    await expect(page).toHaveURL(/\/agents$/);
    await expect(page.getByText('You are offline')).toBeHidden();
  });
});

test('says at once that a task was not created while offline, and keeps its draft over a reload', async ({
  person,
  team,
  api,
}) => {
  const { page, context } = await person('member');
  await page.setViewportSize({ width: 1000, height: 560 });
  await page.goto(`${team.path}/board?new=task`);
  await waitForScripts(page);
  const dialog = page.getByRole('dialog', { name: 'New task' });
  const create = dialog.getByRole('button', { name: 'Create task' });
  const alert = dialog.getByRole('alert');
  await dialog.getByLabel('Title').fill('Written in a tunnel');
  await dialog.getByLabel('Description').fill('A line\n'.repeat(20));
  await expect(create).toBeInViewport({ ratio: 1 });
  await context.setOffline(true);
  await create.click();
  await expect(alert).toContainText('The task was probably not created');
  await expect(alert).toContainText('You are offline');
  await expect(dialog.getByLabel('Title')).toHaveValue('Written in a tunnel');
  await expect(page.getByText('Probably nothing was changed')).toHaveCount(0);

  await test.step('keeps the buttons of the long dialog and what went wrong in view on a low screen', async () => {
    // Its whole text is between the fields and the buttons.
    await expect.poll(() => isAbove(alert.getByText('It is kept as a draft'), create)).toBe(true);
    await expect.poll(() => isAbove(create, noticeOf(page))).toBe(true);
  });

  await context.setOffline(false);
  await page.reload();
  await expect(dialog.getByText('Draft restored')).toBeVisible();
  await expect(dialog.getByLabel('Description')).toHaveValue('A line\n'.repeat(20));
  await create.click();
  await expect(cardOf(page, 'Written in a tunnel')).toBeVisible();
  await expect.poll(async () => (await api.tasks.list({ teamId: team.id })).length).toBe(1);
});

test('says once that a change was not saved while offline, and no longer once online', async ({
  person,
  team,
  api,
}) => {
  const { id } = await api.createTask({ title: 'Old title' });
  const { page, context } = await person('member');
  await keepToasts(page);
  await page.goto(`${team.path}/board/tasks/${id}`);
  const title = panelOf(page).getByRole('textbox', { name: 'Title' });
  await context.setOffline(true);
  await title.fill('New title');
  await title.press('Enter');
  const failure = page.getByRole('alert').filter({ hasText: 'It was probably not saved' });
  await expect(failure).toBeVisible();
  await expect(panelOf(page).getByText('Not saved')).toBeVisible();
  await expect(title).toHaveValue('New title');

  await test.step('nothing covers the notice of the connection', async () => {
    await expect.poll(() => isAbove(failure, noticeOf(page))).toBe(true);
  });

  await context.setOffline(false);
  await expect(failure).toHaveCount(0);
  await panelOf(page).getByRole('button', { name: 'Save' }).click();
  await expect(panelOf(page).getByText('Not saved')).toHaveCount(0);
  expect((await api.getTask(id)).title).toBe('New title');
});
