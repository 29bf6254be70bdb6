import { cardOf } from '../fixtures/board.ts';
import { choose } from '../fixtures/choose.ts';
import { expect, test } from '../fixtures/test.ts';
import { toastOf } from '../fixtures/toast.ts';

test('archives a task in its panel, undoes it, and restores one from the archive', async ({
  person,
  team,
  api,
}) => {
  await api.createTask({ title: 'Stays' });
  const task = await api.createTask({ title: 'Last week', description: 'The wooden boat' });
  await api.moveTask(task.id, 'done');
  const { page } = await person('member');
  await page.goto(`${team.path}/board`);
  const panel = page.getByRole('complementary');
  const card = cardOf(page, 'Last week');

  await test.step('archives it, and undoes that', async () => {
    await card.click();
    await panel.getByRole('button', { name: 'Archive' }).click();
    await expect(card).toBeHidden();
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(card).toBeVisible();
    await expect(panel.getByRole('button', { name: 'Archive' })).toBeVisible();
  });

  await test.step('an archived task can be read, and not be changed', async () => {
    await panel.getByRole('button', { name: 'Archive' }).click();
    await expect(card).toBeHidden();
    await expect(panel.getByRole('region', { name: 'Archived' })).toContainText('until it is restored');
    await expect(panel).toBeFocused();
    await expect(panel.getByRole('button', { name: /Reopen|Archive$/ })).toBeHidden();
    await expect(panel.getByPlaceholder(/Ask, answer/)).toBeHidden();
    await expect(panel).toContainText('archived it');
    await expect.poll(async () => (await api.tasks.get({ taskId: task.id })).archivedAt).not.toBeNull();
  });

  await test.step('finds it in the archive by a word of its description', async () => {
    await page.getByRole('link', { name: 'Archive' }).click();
    await expect(page.getByRole('heading', { name: 'Archive' })).toBeVisible();
    const rows = page.getByRole('table', { name: 'Archived tasks' }).getByRole('row');
    await expect(rows.filter({ hasText: 'Last week' })).toBeVisible();
    const search = page.getByLabel('Search the archive');
    await search.fill('steam ship');
    await expect(page.getByText('Nothing matches these filters')).toBeVisible();
    await search.fill('wooden');
    await expect(rows.filter({ hasText: 'Last week' })).toBeVisible();
  });

  await test.step('restores it, undoes that, and restores it for good', async () => {
    const stored = async () => (await api.tasks.get({ taskId: task.id })).archivedAt;
    const restore = page.getByRole('button', { name: 'Restore Last week' });
    await restore.click();
    await expect(page.getByText('Nothing matches these filters')).toBeVisible();
    await toastOf(page, 'Restored').getByRole('button', { name: 'Undo' }).click();
    await expect(restore).toBeVisible();
    await expect.poll(stored).not.toBeNull();
    await restore.click();
    await expect(page.getByText('Nothing matches these filters')).toBeVisible();
    await expect.poll(stored).toBeNull();
    await page.getByRole('link', { name: 'Board' }).click();
    await expect(card).toBeVisible();
  });
});

test('a task that is opened from the archive leads back to the same place there', async ({
  person,
  team,
  api,
}) => {
  const titles = Array.from({ length: 40 }, (_, index) => `Old task ${index + 1}`);
  for (const title of titles) {
    const { id } = await api.createTask({ title });
    await api.tasks.archive({ taskId: id });
  }
  const { page } = await person('member');
  await page.goto(`${team.path}/archive?q=old`);
  const table = page.getByRole('table', { name: 'Archived tasks' });
  const panel = page.getByRole('complementary');
  const oldest = table.getByRole('link', { name: 'Old task 1', exact: true });
  const filtered = new RegExp(`${team.path}/archive\\?q=old$`);
  await expect(page.getByText('40 tasks in total')).toBeAttached();

  await test.step('Escape goes back, with the filter, the scroll position and the focus', async () => {
    await oldest.scrollIntoViewIfNeeded();
    await oldest.click();
    await expect(panel.getByRole('region', { name: 'Archived' })).toBeVisible();
    await expect(page).toHaveURL(/\/archive\/tasks\/\w+\?q=old$/);
    await page.keyboard.press('Escape');
    await expect(panel).toBeHidden();
    await expect(page).toHaveURL(filtered);
    await expect(oldest).toBeInViewport();
    await expect(oldest).toBeFocused();
  });

  await test.step('so does the button of the panel after a reload, and the back button of the browser', async () => {
    await oldest.click();
    await expect(panel).toContainText('Old task 1');
    await page.reload();
    await expect(panel).toContainText('Old task 1');
    await panel.getByRole('button', { name: 'Close' }).click();
    await expect(panel).toBeHidden();
    await expect(page).toHaveURL(filtered);
    await expect(table).toBeVisible();
    await page.goBack();
    await expect(panel).toContainText('Old task 1');
    await page.goBack();
    await expect(panel).toBeHidden();
    await expect(page).toHaveURL(filtered);
  });
});

test('an open board follows what others archive and restore, and says where the tasks are once all are archived', async ({
  person,
  team,
  api,
}) => {
  const task = await api.createTask({ title: 'Comes and goes' });
  await api.tasks.archive({ taskId: task.id });
  const { page } = await person('owner');
  await page.goto(`${team.path}/board`);
  const main = page.getByRole('main');
  const card = cardOf(page, 'Comes and goes');
  await expect(main.getByText('Nothing on the board')).toBeVisible();
  await expect(main.getByRole('region', { name: 'First steps' })).toBeHidden();
  await api.tasks.restore({ taskId: task.id });
  await expect(card).toBeVisible();
  const other = await api.createTask({ title: 'Stays' });
  await expect(cardOf(page, 'Stays')).toBeVisible();
  await api.tasks.archive({ taskId: task.id });
  await expect(card).toBeHidden();
  await expect(page.getByRole('region', { name: 'To do' })).toContainText('1');
  await api.tasks.archive({ taskId: other.id });
  await expect(main.getByText('Nothing on the board')).toBeVisible();
  await main.getByRole('link', { name: 'archive' }).click();
  await expect(page.getByRole('button', { name: 'Restore Comes and goes' })).toBeVisible();
});

test('an admin archives a project with its tasks, and restores both', async ({ person, team, api }) => {
  const project = await api.createProject('Old shop');
  const task = await api.createTask({ title: 'Of the old shop', projectId: project.id });
  const ada = await api.createAgent('Ada');
  await api.createHeldTask(ada, { title: 'Still in hand', projectId: project.id });
  const { page } = await person('admin');
  await page.goto(`${team.path}/settings/projects`);
  const active = page.getByRole('table', { name: 'Projects', exact: true });
  const archived = page.getByRole('table', { name: 'Archived projects' });

  await test.step('asks with the number of the tasks', async () => {
    await page.getByRole('button', { name: 'Archive Old shop' }).click();
    const dialog = page.getByRole('dialog', { name: 'Archive Old shop?' });
    await expect(dialog).toContainText('1 task to do is archived with it');
    await expect(dialog).toContainText('1 task in progress is archived as soon as the work on it ends');
    await dialog.getByRole('button', { name: 'Archive' }).click();
    await expect(dialog).toBeHidden();
    await expect(active).not.toContainText('Old shop');
    await expect(archived).toContainText('Old shop');
    await expect.poll(async () => (await api.tasks.get({ taskId: task.id })).archivedAt).not.toBeNull();
  });

  await test.step('names it in the archive, in the filter and in the panel', async () => {
    await page.getByRole('link', { name: 'Archive' }).click();
    const row = page.getByRole('row').filter({ hasText: 'Of the old shop' });
    await expect(row).toContainText('Old shop (archived)');
    const filter = page.getByRole('combobox', { name: 'Project' });
    await choose(page, filter, 'Old shop');
    await expect(filter).toHaveValue('Old shop');
    await row.getByRole('link').click();
    const panel = page.getByRole('complementary');
    await expect(panel.locator('dt:text-is("Project") + dd')).toHaveText('Old shop');
  });

  await test.step('says that its task comes back with the project alone', async () => {
    const notice = page.getByRole('complementary').getByRole('region', { name: 'Archived' });
    await expect(notice).toContainText('until an admin restores the project');
    await expect(notice.getByRole('button', { name: 'Restore' })).toBeHidden();
    await page.getByRole('link', { name: 'Settings' }).click();
    await expect(archived).toBeVisible();
  });

  await test.step('restores it with the task, undoes that, and restores it for good', async () => {
    const restore = page.getByRole('button', { name: 'Restore Old shop' });
    await restore.click();
    await expect(active).toContainText('Old shop');
    await expect(archived).toBeHidden();
    await toastOf(page, 'Restored').getByRole('button', { name: 'Undo' }).click();
    await expect(archived).toContainText('Old shop');
    await restore.click();
    await expect(active).toContainText('Old shop');
    await expect(archived).toBeHidden();
    await expect.poll(async () => (await api.tasks.get({ taskId: task.id })).archivedAt).toBeNull();
  });

  await test.step('sets after how many days closed tasks are archived', async () => {
    // Without the toast, which lies over the dialog's button for some seconds.
    await page.goto(`${team.path}/settings/projects`);
    await page.getByRole('button', { name: 'Edit Old shop' }).click();
    const dialog = page.getByRole('dialog', { name: 'Edit Old shop' });
    await expect(dialog.getByLabel('Name')).toBeFocused();
    await dialog.getByLabel('Archive after days').fill('0');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(dialog).toContainText('Enter a whole number of days');
    await dialog.getByLabel('Archive after days').fill('14');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(dialog).toBeHidden();
    const stored = await api.projects.get({ projectId: project.id });
    expect(stored).toMatchObject({ archiveAfterDays: 14, instructions: null });
  });

  await test.step('does not say that projects are missing when all are archived', async () => {
    for (const projectId of [project.id, team.projectId]) await api.projects.archive({ projectId });
    await expect(page.getByText('All projects are archived')).toBeVisible();
    await expect(archived).toContainText('General');
  });
});
