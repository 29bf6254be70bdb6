import { expect, test } from '../fixtures/test.ts';

test('finds and opens pages and tasks in the command palette', async ({ person, team, api }) => {
  const task = await api.createTask({ title: 'Find the needle' });
  const { page } = await person('member');
  await page.goto(`${team.path}/agents`);
  const search = page.getByLabel('Search tasks, pages and actions');
  await page.keyboard.press('Control+k');
  await expect(search).toBeFocused();
  await search.fill('settings');
  await page.getByRole('button', { name: /Go to Settings/ }).click();
  await expect(page).toHaveURL(/\/settings/);

  await page.keyboard.press('Control+k');
  await search.fill('needle');
  await expect(page.getByRole('button', { name: /Find the needle/ })).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(new RegExp(task.id));
});

test('shows the shortcuts with ?, and opens pages with g and a letter', async ({ person, team }) => {
  const { page } = await person('member');
  await page.goto(`${team.path}/settings/projects`);
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
  await page.keyboard.press('g');
  await page.keyboard.press('a');
  await expect(page).toHaveURL(/\/agents$/);
});

test('creates a task with c and with the command palette on every page of the team', async ({
  person,
  team,
  api,
}) => {
  test.slow();
  const agent = await api.createAgent('Ada');
  const task = await api.createTask({ title: 'Open beside it' });
  const { page } = await person('admin');
  const title = page.getByRole('dialog', { name: 'New task' }).getByLabel('Title');
  for (const path of [
    '/board',
    `/board/tasks/${task.id}`,
    '/agents',
    `/agents/${agent.id}`,
    '/settings/projects',
    '/settings/api-keys',
  ]) {
    await page.goto(`${team.path}${path}`);
    await page.keyboard.press('c');
    await expect(title, `c on ${path}`).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(title).toBeHidden();
    await page.keyboard.press('Control+k');
    await page.getByLabel('Search tasks, pages and actions').fill('new task');
    await page.keyboard.press('Enter');
    await expect(title, `the palette on ${path}`).toBeFocused();
  }
});

test('ignores shortcuts while typing', async ({ person, team }) => {
  const { page } = await person('admin');
  await page.goto(`${team.path}/agents`);
  await page.getByRole('button', { name: 'New agent' }).first().click();
  const name = page.getByRole('dialog').getByLabel('Name');
  await name.focus();
  await page.keyboard.type('c?ga');
  await expect(name).toHaveValue('c?ga');
  await expect(page).toHaveURL(/\/agents$/);
  await expect(page.getByRole('dialog')).toHaveCount(1);
});

test('moves the focus into a dialog and back to its opener', async ({ person, team }) => {
  const { page } = await person('admin');
  await page.goto(`${team.path}/agents`);
  const opener = page.getByRole('button', { name: 'New agent' }).first();
  await opener.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog').getByLabel('Name')).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(opener).toBeFocused();
});
