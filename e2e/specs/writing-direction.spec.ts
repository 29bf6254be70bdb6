import { choose } from '../fixtures/choose.ts';
import {
  arabic,
  fillFromRightToLeft,
  hebrew,
  misplacedTexts,
  nameFromRightToLeft,
} from '../fixtures/right-to-left.ts';
import { expect, test } from '../fixtures/test.ts';

// The texts of each page: every-page.spec.ts.
test('shows what people and agents write in its own direction, also in Markdown, lists and messages', async ({
  person,
  team,
  api,
  db,
}) => {
  const { agent, project, task } = await fillFromRightToLeft(api, team, db);
  const { page, userId } = await person('owner');
  await nameFromRightToLeft(db, { userId }, 'בעלים');

  await test.step('in Markdown, each paragraph by itself', async () => {
    await page.goto(`${team.path}/board/tasks/${task.id}`);
    const description = page.getByRole('complementary').getByRole('region', { name: 'Description' });
    const isAtRight = (text: string) =>
      description
        .getByText(text)
        .first()
        .evaluate((paragraph) => {
          const range = document.createRange();
          range.selectNodeContents(paragraph);
          const [line, box] = [range.getClientRects()[0], paragraph.getBoundingClientRect()];
          return line ? Math.abs(box.right - line.right) < Math.abs(line.left - box.left) : null;
        });
    expect(await isAtRight(hebrew), 'Hebrew').toBe(true);
    expect(await isAtRight('A paragraph in English.'), 'English').toBe(false);
  });

  await test.step('in the filter of the audit log', async () => {
    await page.goto(`${team.path}/audit?id=${task.id}`);
    await expect(page.getByTitle('Show all subjects')).toContainText('Only “');
    expect((await misplacedTexts(page)).found).toEqual([]);
  });

  await test.step('in fields, lists, menus, the command palette and messages', async () => {
    await page.goto(`${team.path}/board?new=task`);
    const dialog = page.getByRole('dialog', { name: 'New task' });
    await dialog.getByLabel('Title').fill(arabic);
    await dialog.getByLabel('Description').fill(hebrew);
    await choose(page, dialog.getByRole('combobox', { name: 'Assignee' }), agent.name);
    await dialog.getByRole('combobox', { name: 'Project' }).click();
    await expect(page.getByRole('option').first()).toBeVisible();
    expect((await misplacedTexts(page)).found).toEqual([]);
    await page.getByRole('option', { name: project.name }).click();
    await dialog.getByRole('button', { name: 'Create task' }).click();
    const card = page.getByRole('link', { name: `${arabic} Normal priority` });
    await expect(card).toBeVisible();

    await page.getByRole('button', { name: /switch team/ }).click();
    await expect(page.getByRole('menu')).toBeVisible();
    expect((await misplacedTexts(page)).found, 'the menu of the teams').toEqual([]);
    await page.keyboard.press('Escape');
    await page.keyboard.press('Control+k');
    await page.getByRole('textbox', { name: /Search tasks/ }).fill('לבדוק');
    await expect(page.getByRole('dialog').getByText(hebrew, { exact: true })).toBeVisible();
    expect((await misplacedTexts(page)).found, 'the command palette').toEqual([]);
    await page.keyboard.press('Escape');

    await card.click();
    await page.getByRole('complementary').getByRole('button', { name: 'Cancel task' }).click();
    await expect(page.getByRole('button', { name: 'Undo' })).toBeVisible();
    expect((await misplacedTexts(page)).found, 'a message').toEqual([]);
  });
});
