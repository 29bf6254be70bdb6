import type { Page } from '@playwright/test';
import { cardOf } from '../fixtures/board.ts';
import { waitForHydration } from '../fixtures/hydration.ts';
import { openSession } from '../fixtures/people.ts';
import { expect, test } from '../fixtures/test.ts';
import { failureOf, toastOf } from '../fixtures/toast.ts';

const panelOf = (page: Page) => page.getByRole('complementary');
const formOf = (page: Page) => page.getByRole('dialog', { name: 'New task' });
const commentOf = (page: Page) => panelOf(page).getByRole('textbox', { name: 'Comment' });
const descriptionOf = (page: Page) => panelOf(page).getByRole('textbox', { name: 'Description' });
const openForm = (page: Page) => page.getByRole('button', { name: 'New task' }).first().click();

async function signInAgain(page: Page, { email, password }: { email: string; password: string }) {
  await expect(page).toHaveURL(/\/sign-in\?/);
  await waitForHydration(page);
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page).not.toHaveURL(/\/sign-in/);
  await waitForHydration(page);
}

test('keeps a new task that is closed with Escape as a draft until it is created or discarded', async ({
  person,
  team,
  api,
}) => {
  await api.createTask({ title: 'So that the board is not empty' });
  const { page } = await person('member');
  await page.goto(`${team.path}/board`);
  await openForm(page);
  await formOf(page).getByLabel('Title').fill('Half a thought');
  await formOf(page).getByLabel('Description').fill('With what I know of it');
  await page.keyboard.press('Escape');
  await expect(formOf(page)).toBeHidden();
  await expect(toastOf(page, 'Draft kept')).toBeVisible();
  await expect(page).toHaveURL(/\/board$/);

  await openForm(page);
  await expect(formOf(page).getByText('Draft restored')).toBeVisible();
  await expect(formOf(page).getByLabel('Title')).toHaveValue('Half a thought');
  await expect(formOf(page).getByLabel('Description')).toHaveValue('With what I know of it');
  await formOf(page).getByRole('button', { name: 'Discard' }).click();
  await expect(formOf(page).getByLabel('Title')).toHaveValue('');
  await expect(formOf(page).getByText('Draft restored')).toBeHidden();

  await formOf(page).getByLabel('Title').fill('A whole thought');
  await page.reload();
  await expect(formOf(page).getByLabel('Title')).toHaveValue('A whole thought');
  await formOf(page).getByRole('button', { name: 'Create task' }).click();
  await expect(cardOf(page, 'A whole thought')).toBeVisible();
  await openForm(page);
  await expect(formOf(page).getByLabel('Title')).toHaveValue('');
  await expect(formOf(page).getByText('Draft restored')).toBeHidden();
});

test('restores an unsent comment with its task, and drops it once it is sent', async ({
  person,
  team,
  api,
}) => {
  await api.createTask({ title: 'One' });
  await api.createTask({ title: 'Other' });
  const { page } = await person('member');
  await page.goto(`${team.path}/board`);
  await cardOf(page, 'One').click();
  await commentOf(page).fill('Half a comment');
  await cardOf(page, 'Other').click();
  await expect(panelOf(page).getByLabel('Title')).toHaveValue('Other');
  await expect(commentOf(page)).toHaveValue('');
  await cardOf(page, 'One').click();
  await expect(panelOf(page).getByText('Draft restored')).toBeVisible();
  await expect(commentOf(page)).toHaveValue('Half a comment');
  await page.reload();
  await expect(commentOf(page)).toHaveValue('Half a comment');

  await panelOf(page).getByRole('button', { name: 'Comment' }).click();
  await expect(panelOf(page).getByRole('listitem').getByText('Half a comment')).toBeVisible();
  await expect(commentOf(page)).toHaveValue('');
  await page.reload();
  await expect(panelOf(page).getByRole('listitem').getByText('Half a comment')).toBeVisible();
  await expect(commentOf(page)).toHaveValue('');
});

test('keeps a description that is closed with Escape or with the panel as a draft until it is saved', async ({
  person,
  team,
  api,
}) => {
  const { id } = await api.createTask({ title: 'Described', description: 'As it was' });
  const { page } = await person('member');
  await page.goto(`${team.path}/board/tasks/${id}`);
  const panel = panelOf(page);
  await panel.getByRole('button', { name: 'Edit' }).click();
  await descriptionOf(page).fill('As it shall be');
  await page.keyboard.press('Escape');
  await expect(panel.getByText('As it was')).toBeVisible();
  await expect(panel.getByText('Draft kept')).toBeVisible();
  await panel.getByRole('button', { name: 'Continue editing' }).click();
  await expect(descriptionOf(page)).toHaveValue('As it shall be');

  await panel.getByRole('button', { name: 'Close' }).click();
  await cardOf(page, 'Described').click();
  await expect(panel.getByText('Draft restored')).toBeVisible();
  await expect(descriptionOf(page)).toHaveValue('As it shall be');
  expect((await api.getTask(id)).description).toBe('As it was');
  await panel.getByRole('button', { name: 'Save' }).click();
  await expect(descriptionOf(page)).toBeHidden();
  await expect(panel.getByText('As it shall be').first()).toBeVisible();
  expect((await api.getTask(id)).description).toBe('As it shall be');
  await page.reload();
  await expect(panel.getByText('Draft restored')).toBeHidden();
});

test('keeps a title that was left with Escape or rejected', async ({ person, team, api }) => {
  const { id } = await api.createTask({ title: 'Old title' });
  const { page } = await person('member');
  await page.goto(`${team.path}/board/tasks/${id}`);
  const panel = panelOf(page);
  const title = panel.getByLabel('Title');
  await title.fill('New title');
  await page.keyboard.press('Escape');
  await expect(title).toHaveValue('Old title');
  await panel.getByRole('button', { name: 'Show the draft' }).click();
  await expect(title).toHaveValue('New title');

  await page.route(/tasks\.update/, (route) => route.abort());
  await title.press('Enter');
  await expect(failureOf(page, 'cannot be reached')).toBeVisible();
  await expect(title).toHaveValue('New title');
  await page.unroute(/tasks\.update/);
  await page.reload();
  await expect(title).toHaveValue('New title');
  await panel.getByRole('button', { name: 'Save' }).click();
  await expect(panel.getByText('Draft restored')).toBeHidden();
  await expect.poll(async () => (await api.getTask(id)).title).toBe('New title');
});

test('restores drafts after the session has ended and the person signs in again', async ({
  person,
  team,
  api,
  db,
}) => {
  const { id } = await api.createTask({ title: 'Talked about' });
  const { page, userId, ...member } = await person('member');
  const endSession = () =>
    db.pool.query('update sessions set revoked_at = now() where user_id = $1', [userId]);

  await page.goto(`${team.path}/board/tasks/${id}`);
  await commentOf(page).fill('Nearly done with this');
  await endSession();
  await signInAgain(page, member);
  await expect(commentOf(page)).toHaveValue('Nearly done with this');

  await page.goto(`${team.path}/board`);
  await openForm(page);
  await formOf(page).getByLabel('Title').fill('Nearly created');
  await endSession();
  await signInAgain(page, member);
  await expect(formOf(page).getByLabel('Title')).toHaveValue('Nearly created');
});

test('neither shows nor keeps a draft for another account in the same tab', async ({
  person,
  account,
  team,
  api,
  db,
  baseURL,
}) => {
  const { id } = await api.createTask({ title: 'Shared' });
  const { page, context } = await person('member');
  await page.goto(`${team.path}/board/tasks/${id}`);
  await commentOf(page).fill('For my eyes only');
  const stored = () => page.evaluate(() => JSON.stringify(sessionStorage));
  expect(await stored()).toContain('For my eyes only');

  await context.clearCookies();
  await openSession(db, context, await account('member'), baseURL ?? '');
  await page.reload();
  await expect(commentOf(page)).toHaveValue('');
  await expect(panelOf(page).getByText('Draft restored')).toBeHidden();
  expect(await stored()).not.toContain('For my eyes only');
});
