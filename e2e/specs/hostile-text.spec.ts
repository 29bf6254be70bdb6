import type { Page } from '@playwright/test';
import { columnOf } from '../fixtures/board.ts';
import { expect, test } from '../fixtures/test.ts';

const panelOf = (page: Page) => page.getByRole('complementary');

const hostile = {
  result: '*a_ '.repeat(25_000),
  comment: '>'.repeat(2_500),
  description: '[*a](<b '.repeat(12_500),
};

const section = `## Part\n\nSome **bold** text, \`code\` and a [link](https://example.org).\n\n${'More words about it. '.repeat(20)}\n\n- one\n- two\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n`;

test('shows texts of hostile agents whole, and stays usable', async ({ person, team, api }) => {
  const agent = await api.createAgent('Mallory');
  const task = await api.createDoneTask(agent, hostile.result, {
    title: 'Hostile words',
    description: hostile.description,
  });
  const { comments } = api.as(agent.token);
  await comments.create({ taskId: task.id, body: hostile.comment });
  await comments.create({ taskId: task.id, body: 'Done, **all of it**.' });
  const brackets = '['.repeat(50_000) + ']'.repeat(50_000);
  const { id } = await api.createDoneTask(agent, brackets, { title: 'Brackets' });
  const { page } = await person('member');
  await page.goto(`${team.path}/board/tasks/${id}`);
  const panel = panelOf(page);
  const result = panel.getByRole('region', { name: 'Result' });
  await test.step('shows 50,000 brackets unchanged', async () => {
    await expect(result.locator('pre')).toHaveText(brackets);
  });

  await test.step('formats texts that are hard to parse, and responds meanwhile', async () => {
    await page.getByRole('link', { name: 'Hostile words' }).press('Enter');
    // Until it is read, the panel may be that of the task before.
    await expect(panel.getByLabel('Title')).toHaveValue('Hostile words');
    await panel.getByLabel('Title').fill('Still answers');
    await panel.getByLabel('Title').press('Enter');
    await expect.poll(async () => (await api.getTask(task.id)).title).toBe('Still answers');
    await expect(panel.locator('strong', { hasText: 'all of it' })).toBeVisible();
    await expect(result.locator('p').first()).toBeVisible();
    // Nested so deeply, it is shown as code.
    await expect(
      panel
        .locator('pre')
        .filter({ hasText: '>'.repeat(1_000) })
        .first(),
    ).toBeVisible();
    await page.reload();
    await expect(result.locator('p').first()).toBeVisible();
    await expect(panel.locator('strong', { hasText: 'all of it' })).toBeVisible();
  });

  await test.step('shows alternating writing direction', async () => {
    const text = '\u05d0a'.repeat(50_000);
    const json = JSON.stringify([text.slice(0, 90_000)]);
    await api.createDoneTask(agent, json, { title: 'Both ways', description: text });
    // In its last column: a card that moves is a new element.
    await columnOf(page, 'Done').getByRole('link', { name: 'Both ways' }).press('Enter');
    await expect(result).toContainText(json.slice(1, 1_000));
  });

  await test.step('shows the whole of a long report', async () => {
    const sections = Math.floor(98_000 / section.length);
    await api.createDoneTask(agent, section.repeat(sections), { title: 'Long report' });
    await columnOf(page, 'Done').getByRole('link', { name: 'Long report' }).press('Enter');
    await expect(result.getByRole('heading', { name: 'Part' })).toHaveCount(sections);
    await expect(result.getByRole('table')).toHaveCount(sections);
    await result.getByRole('button', { name: 'Open the result in full width' }).click();
    const dialog = page.getByRole('dialog', { name: 'Result' });
    await expect(dialog.getByRole('table')).toHaveCount(sections);
    expect((await dialog.boundingBox())?.width).toBeGreaterThan(1_000);
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    await expect(panel).toBeVisible();
  });
});

test('shows plain texts if the renderer fails to load', async ({ person, team, api, pageErrors }) => {
  const task = await api.createTask({ title: 'No renderer', description: 'Some **bold** words' });
  const { page } = await person('member');
  await page.goto(`${team.path}/board`);
  await expect(page.getByText('No renderer')).toBeVisible();
  await page.route('**/_next/static/**', (route) => route.abort());
  await page.getByText('No renderer').click();
  const panel = panelOf(page);
  await expect(panel.getByText('Shown as plain text: this text could not be formatted.')).toBeVisible();
  await expect(panel.getByText('Some **bold** words')).toBeVisible();
  await expect(panel.getByRole('button', { name: 'Edit' })).toBeVisible();
  expect((await api.getTask(task.id)).title).toBe('No renderer');
  pageErrors.length = 0;
});
