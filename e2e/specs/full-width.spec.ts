import { expect, test } from '../fixtures/test.ts';

const report = `# Import\n\nMeasured twice.[^1]\n\n${`${'Seven words are in this short sentence. '.repeat(12)}\n\n`.repeat(12)}[^1]: On a quiet machine.\n`;

test('a result opens over the page, and the focus returns to its button while the task stays open', async ({
  person,
  team,
  api,
}) => {
  const ada = await api.createAgent('Ada');
  const task = await api.createDoneTask(ada, report, { title: 'Import the orders' });
  const { page } = await person('viewer');
  await page.goto(`${team.path}/board/tasks/${task.id}`);
  const panel = page.getByRole('complementary');
  const button = panel.getByRole('button', { name: 'Open the result in full width' });
  const dialog = page.getByRole('dialog', { name: 'Result' });

  for (const closed of ['Escape', 'Close'] as const) {
    await test.step(`closed by ${closed}`, async () => {
      await button.press('Enter');
      await expect(dialog.getByText('On a quiet machine.')).toBeVisible();
      if (closed === 'Escape') await page.keyboard.press('Escape');
      else await dialog.getByRole('button', { name: 'Close' }).click();
      await expect(dialog).toHaveCount(0);
      await expect(button).toBeFocused();
      await expect(panel.getByRole('heading', { name: 'Result' })).toBeVisible();
    });
  }
});

test('what is typed in a task stays while an agent changes it', async ({ person, team, api }) => {
  const ada = await api.createAgent('Ada');
  const task = await api.createHeldTask(ada, { title: 'Import the orders', description: report });
  const { page } = await person('member');
  await page.goto(`${team.path}/board/tasks/${task.id}`);
  const panel = page.getByRole('complementary');
  await panel.getByRole('button', { name: 'Edit' }).click();
  const field = panel.getByRole('textbox', { name: 'Description' });
  await field.fill('Typed meanwhile');
  await panel.getByRole('textbox', { name: 'Comment' }).fill('And a comment');
  await api.as(ada.token).tasks.complete({ taskId: task.id, result: report });
  await expect(panel.getByRole('heading', { name: 'Result' })).toBeVisible();
  await expect(field).toHaveValue('Typed meanwhile');
  const comment = panel.getByRole('textbox', { name: 'Comment' });
  await expect(comment).toHaveValue('And a comment');
  await expect(comment).toBeFocused();
});
