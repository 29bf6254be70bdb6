import type { Page } from '@playwright/test';
import { choose } from '../fixtures/choose.ts';
import { expect, test } from '../fixtures/test.ts';

const hebrew = 'לבדוק את הדוח של API v2.';
const arabic = 'مراجعة التقرير (Q3).';

/**
 * The texts from right to left that are shown in another direction: a text that people or agents wrote must stand in an
 * element with `dir="auto"`, or between the isolates of Unicode within a sentence.
 */
const misplacedTexts = (page: Page) =>
  page.evaluate(() => {
    const rightToLeft = /[\u0590-\u08ff]/;
    const isShown = (element: Element | null) => element?.checkVisibility({ visibilityProperty: true });
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const found: string[] = [];
    let count = 0;
    for (let node = texts.nextNode(); node; node = texts.nextNode()) {
      const text = node.textContent ?? '';
      const element = node.parentElement;
      if (!rightToLeft.test(text) || !isShown(element) || element?.closest('script, style, [aria-hidden]'))
        continue;
      count += 1;
      if (!rightToLeft.test(text.replace(/\u2068[^\u2069]*\u2069/g, ''))) continue;
      if (!element?.closest('[dir="auto"]')) found.push(`${element?.outerHTML.slice(0, 160)}`);
    }
    for (const field of document.querySelectorAll<HTMLInputElement>('input, textarea')) {
      if (!rightToLeft.test(field.value) || !isShown(field)) continue;
      count += 1;
      if (getComputedStyle(field).direction !== 'rtl') found.push(`field: ${field.outerHTML.slice(0, 160)}`);
    }
    return { found, count };
  });

test('shows every text that people and agents write in its own direction', async ({
  person,
  account,
  team,
  api,
  db,
}) => {
  const named = await api.createAgent(`סוכן ${hebrew}`, arabic);
  const project = await api.createProject(`فريق ${arabic}`);
  const mixed = `${hebrew}\n\nA paragraph in English.\n\n- ${arabic}`;
  const task = await api.createHeldTask(named, { title: hebrew, description: mixed, projectId: project.id });
  await api.comments.create({ taskId: task.id, body: mixed });
  await api.as(named.token).tasks.release({ taskId: task.id, reason: arabic });
  await api.tasks.update({ taskId: task.id, title: arabic, assignedAgentId: named.id });
  await api.tasks.update({ taskId: task.id, title: hebrew, description: `${mixed}\n\n${hebrew}` });
  await api.as(named.token).tasks.complete({ taskId: task.id, result: mixed });
  const webhook = await api.webhooks.create({
    teamId: team.id,
    url: 'https://example.com/hook',
    description: arabic,
    eventTypes: ['task.completed'],
  });
  const other = await account('member');
  await db.pool.query('update users set name = $2 where id = $1', [other.userId, `מנהל ${hebrew}`]);
  await db.pool.query('update teams set name = $2 where id = $1', [team.id, `צוות ${hebrew}`]);
  await db.pool.query('update api_keys set name = $2 where team_id = $1', [team.id, `מפתח ${hebrew}`]);
  const { page, userId } = await person('owner');
  await db.pool.query('update users set name = $2 where id = $1', [userId, `בעלים ${hebrew}`]);

  for (const [path, minTexts] of [
    ['/board', 2],
    [`/board/tasks/${task.id}`, 8],
    ['/agents', 2],
    [`/agents/${named.id}`, 3],
    ['/settings/projects', 1],
    ['/settings/members', 2],
    ['/settings/api-keys', 1],
    ['/settings', 1],
    ['/webhooks', 1],
    [`/webhooks/${webhook.id}`, 1],
    ['/audit', 6],
  ] as const) {
    await test.step(`on ${path.replace(/\w{20,}/, ':id')}`, async () => {
      await page.goto(`${team.path}${path}`);
      if (path.startsWith('/board/tasks')) {
        const panel = page.getByRole('complementary');
        await expect(panel.getByText('created the task')).toBeVisible();
        for (const summary of await panel.locator('summary').all()) await summary.click();
      }
      if (path === '/audit')
        await page
          .getByRole('button', { name: /The whole event/ })
          .nth(2)
          .click();
      const { found, count } = await misplacedTexts(page);
      expect(found).toEqual([]);
      expect(count, 'texts from right to left').toBeGreaterThanOrEqual(minTexts);
    });
  }

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

  await test.step('in fields, lists, menus, the command palette and messages', async () => {
    await page.goto(`${team.path}/board?new=task`);
    const dialog = page.getByRole('dialog', { name: 'New task' });
    await dialog.getByLabel('Title').fill(arabic);
    await dialog.getByLabel('Description').fill(hebrew);
    await choose(page, dialog.getByRole('combobox', { name: 'Assignee' }), named.name);
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
