import type { Page } from '@playwright/test';
import { expectAccessibleDialog } from '../fixtures/axe.ts';
import { pressPair } from '../fixtures/keys.ts';
import { holdLazyScripts } from '../fixtures/lazy-scripts.ts';
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
  await search.fill('archived');
  await page.getByRole('button', { name: /Go to Archive/ }).click();
  await expect(page).toHaveURL(/\/archive$/);

  await page.keyboard.press('Control+k');
  await search.fill('needle');
  await expect(page.getByRole('button', { name: /Find the needle/ })).toBeVisible();
  await expectAccessibleDialog(page);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(new RegExp(task.id));

  // Enter right after the last letter, while the results of an earlier query are shown.
  const other = await api.createTask({ title: 'Find the noodle' });
  await page.keyboard.press('Control+k');
  await search.fill('find the');
  await expect(page.getByRole('button', { name: /Find the/ })).toHaveCount(2);
  await search.fill('find the need');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(new RegExp(task.id));
  await page.keyboard.press('Control+k');
  await search.fill('noodle');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(new RegExp(other.id));

  await test.step('runs the first result for an Enter right when it appears', () =>
    expectEarlyEnterRuns(page));
});

test('keeps every letter that is typed while the command palette is loading', async ({
  person,
  team,
  api,
}) => {
  const task = await api.createTask({ title: 'Cut the cake' });
  const { page } = await person('member');
  const loadScripts = await holdLazyScripts(page);
  await page.goto(`${team.path}/board`);
  await page.keyboard.press('Control+k');
  await page.keyboard.type('cut the');
  const search = page.getByRole('dialog', { name: 'Search and commands' }).getByRole('textbox');
  await expect(search).toHaveValue('cut the');
  await expect(page.getByRole('dialog')).toHaveCount(1);
  loadScripts();
  await expect(page.getByRole('button', { name: 'Cut the cake' })).toBeVisible();
  await page.keyboard.type(' cake');
  await expect(search).toHaveValue('cut the cake');
  await expect(page.getByRole('button', { name: 'Cut the cake' })).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(new RegExp(task.id));
});

test('runs the first result of a query that was sent while the command palette is loading', async ({
  person,
  team,
  api,
}) => {
  const task = await api.createTask({ title: 'Cut the cake' });
  const { page } = await person('member');
  for (const [query, url] of [
    ['cut the', new RegExp(task.id)],
    ['go to settings', /\/settings/],
  ] as const) {
    const loadScripts = await holdLazyScripts(page);
    await page.goto(`${team.path}/board`);
    await page.keyboard.press('Control+k');
    await page.keyboard.type(query);
    await page.keyboard.press('Enter');
    loadScripts();
    await expect(page).toHaveURL(url);
    await expect(page.getByRole('dialog', { name: 'Search and commands' })).toHaveCount(0);
  }
});

/** Sends an Enter right when the first result of the command palette appears, which runs it. */
async function expectEarlyEnterRuns(page: Page): Promise<void> {
  await page.keyboard.press('Control+k');
  const palette = page.getByRole('dialog', { name: 'Search and commands' });
  const field = palette.getByRole('textbox');
  await field.fill('needle');
  await expect(palette.getByRole('button', { name: 'Find the needle' })).toBeVisible();
  await field.fill('haystack');
  await expect(palette).toContainText('No results for “haystack”');
  await palette.evaluate((dialog) => {
    const key = { key: 'Enter', code: 'Enter', bubbles: true, cancelable: true };
    new MutationObserver((_changes, observer) => {
      if (!dialog.querySelector('[data-action]')) return;
      observer.disconnect();
      document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', key));
    }).observe(dialog, { childList: true, subtree: true });
  });
  // The page shows the results of an earlier search without a call.
  await field.fill('needle');
  await expect(page.getByRole('complementary').getByLabel('Title')).toHaveValue('Find the needle');
}

test('a task panel that opens late leaves the focus in the dialog that was opened meanwhile', async ({
  person,
  team,
  api,
}) => {
  const task = await api.createTask({ title: 'Opens late' });
  const { page } = await person('member');
  const loadPanel = await holdLazyScripts(page, 'Task not found');
  await page.goto(`${team.path}/board`);
  await page.getByRole('link', { name: task.title }).click();
  await expect(page).toHaveURL(/\/tasks\//);
  await page.keyboard.press('c');
  const title = page.getByRole('dialog', { name: 'New task' }).getByLabel('Title');
  await expect(title).toBeFocused();
  await page.keyboard.type('Written before ');
  const panel = page.locator('aside', { hasText: task.title });
  await expect(panel).toBeHidden();
  loadPanel();
  await expect(panel).toBeVisible();
  await page.keyboard.type('and after');
  await expect(title).toHaveValue('Written before and after');
});

test('creates a task with c and with the command palette on every page of the team', async ({
  person,
  team,
  api,
}) => {
  const agent = await api.createAgent('Ada');
  await api.createTask({ title: 'Open beside it' });
  const { page } = await person('admin');
  const title = page.getByRole('dialog', { name: 'New task' }).getByLabel('Title');
  await page.goto(`${team.path}/board`);
  // Creating a task leads to the board, where the next page is opened from.
  for (const [path, links] of [
    ['/board', []],
    ['/board/tasks/', ['Open beside it']],
    ['/agents', ['Agents']],
    [`/agents/${agent.id}`, ['Agents', 'Ada']],
    ['/settings/projects', ['Settings']],
    ['/settings/api-keys', ['Settings', 'API keys']],
  ] as const) {
    for (const name of links) await page.getByRole('link', { name }).click();
    await expect(page).toHaveURL(new RegExp(`${team.path}${path}`));
    await page.keyboard.press('c');
    await expect(title, `c on ${path}`).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(title).toBeHidden();
    await page.keyboard.press('Control+k');
    await page.getByLabel('Search tasks, pages and actions').fill('new task');
    await page.keyboard.press('Enter');
    await expect(title, `the palette on ${path}`).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(title).toBeHidden();
    // The parameter of a dialog that was open for less than 50 ms is removed after that time, which undoes a
    // navigation.
    await expect(page).not.toHaveURL(/new=task/);
  }
});

test('shows the shortcuts with ?, opens pages with g and a letter, and keeps both apart from typing and dialogs', async ({
  person,
  team,
}) => {
  const { page } = await person('admin');
  await page.goto(`${team.path}/settings/projects`);
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
  await pressPair(page, 'g', 'a');
  await expect(page).toHaveURL(/\/agents$/);

  // On a layout with Cyrillic letters these are in the places of g, s and k.
  const press = (...keys: { key: string; code: string; ctrlKey?: boolean }[]) =>
    page.evaluate((events) => {
      for (const init of events)
        document.body.dispatchEvent(new KeyboardEvent('keydown', { ...init, bubbles: true }));
    }, keys);
  await press({ key: 'п', code: 'KeyG' }, { key: 'ы', code: 'KeyS' });
  await expect(page).toHaveURL(/\/settings\/projects$/);
  await press({ key: 'л', code: 'KeyK', ctrlKey: true });
  await expect(page.getByRole('dialog', { name: 'Search and commands' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
  await press({ key: 'п', code: 'KeyG' }, { key: 'ф', code: 'KeyA' });
  await expect(page).toHaveURL(/\/agents$/);

  // The focus moves into a dialog and back to its opener.
  const opener = page.getByRole('button', { name: 'New agent' }).first();
  await opener.focus();
  await page.keyboard.press('Enter');
  const name = page.getByRole('dialog').getByLabel('Name');
  await expect(name).toBeFocused();
  await page.keyboard.type('c?gb');
  await expect(name).toHaveValue('c?gb');
  await expect(page).toHaveURL(/\/agents$/);
  await expect(page.getByRole('dialog')).toHaveCount(1);
  // Its commands open other pages, with which the dialog would be gone.
  await page.keyboard.press('Control+k');
  await page.keyboard.type('d');
  await expect(name).toHaveValue('c?gbd');
  await expect(page.getByRole('dialog')).toHaveCount(1);
  await name.clear();
  await page.keyboard.press('Escape');
  await expect(opener).toBeFocused();
});
