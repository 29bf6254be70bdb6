import { cardOf } from '../fixtures/board.ts';
import { writeClipboard } from '../fixtures/clipboard.ts';
import { expect, test } from '../fixtures/test.ts';

test('makes a space of a pasted line break or tab in a title, and rejects other control characters', async ({
  person,
  team,
  api,
}) => {
  const task = await api.createTask({ title: 'Old title' });
  const { page } = await person('member');
  await page.goto(`${team.path}/board`);
  await writeClipboard(page, 'Write the\nrelease\tnotes');
  const titles = async () => (await api.tasks.list()).map(({ title }) => title);

  await test.step('of a new task', async () => {
    await page.getByRole('button', { name: 'New task' }).first().click();
    const form = page.getByRole('dialog', { name: 'New task' });
    await form.getByLabel('Title').fill('One\u001btwo');
    await form.getByRole('button', { name: 'Create task' }).click();
    await expect(form.getByText('The title must not contain control characters.')).toBeVisible();
    await form.getByLabel('Title').fill('');
    await form.getByLabel('Title').press('ControlOrMeta+V');
    await form.getByRole('button', { name: 'Create task' }).click();
    await expect(form).toBeHidden();
    expect(await titles()).toEqual(['Write the release notes', 'Old title']);
    await page.getByRole('button', { name: 'New task' }).first().click();
    await expect(form.getByLabel('Title')).toHaveValue('');
    await expect(form.getByText('Draft restored')).toBeHidden();
    await page.keyboard.press('Escape');
    await expect(form).toBeHidden();
  });

  await test.step('of a task in its panel', async () => {
    await page.keyboard.press('Escape');
    await cardOf(page, 'Old title').click();
    const title = page.getByRole('complementary').getByLabel('Title');
    await title.fill('One\u001btwo');
    await expect(page.getByText('The title must not contain control characters.')).toBeVisible();
    await title.fill('');
    await title.press('ControlOrMeta+V');
    await expect(title).toHaveValue('Write the release notes');
    await title.press('Enter');
    await expect.poll(async () => (await api.getTask(task.id)).title).toBe('Write the release notes');
  });
});
