import type { Page } from '@playwright/test';
import { expect, test } from '../fixtures/test.ts';

test.use({ hasTouch: true, viewport: { width: 400, height: 800 } });

/** The fields that browsers on phones zoom in to: those with a text below 16 px. */
const smallFields = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll('input:not([type="hidden"]), textarea, select')]
      .filter((field) => field.checkVisibility() && Number.parseFloat(getComputedStyle(field).fontSize) < 16)
      .map((field) => `${field.getAttribute('aria-label') ?? field.id}: ${getComputedStyle(field).fontSize}`),
  );

/** What a finger misses: buttons, fields and links of the navigation below 36 px. */
const smallTargets = (page: Page) =>
  page.evaluate(() =>
    [
      ...document.querySelectorAll(
        'button, [role="combobox"], input:not([type="radio"]), [type="radio"] + label, nav a',
      ),
    ]
      .filter((target) => target.checkVisibility() && target.getBoundingClientRect().height < 36)
      // A button within a field takes the room of the field.
      .filter((target) => !target.closest('[data-position="right"], [class*="Input-section"]'))
      .map((target) => `${target.getAttribute('aria-label') ?? target.textContent}`),
  );

test('shows every field with at least 16 px on a touch screen, and gives buttons and fields room for a finger', async ({
  person,
  team,
  api,
  page: visitor,
}) => {
  const agent = await api.createAgent('Ada');
  const task = await api.createHeldTask(agent, { title: 'Under way', description: 'With words' });
  const { page } = await person('owner');

  await visitor.goto('/sign-in');
  expect(await visitor.locator('input').count()).toBeGreaterThanOrEqual(2);
  expect(await smallFields(visitor), '/sign-in').toEqual([]);

  await test.step('in the dialog of a new task, with the board behind it', async () => {
    await page.goto(`${team.path}/board?new=task`);
    const dialog = page.getByRole('dialog');
    await expect(dialog.getByLabel('Title')).toBeVisible();
    expect(await smallFields(page)).toEqual([]);
    const close = dialog.getByRole('button', { name: 'Close' });
    expect(await close.locator('svg').boundingBox(), 'the icon of a larger button').toMatchObject({
      width: 16,
    });
    await close.click();
    await expect(dialog).toBeHidden();
    await expect.poll(() => smallTargets(page), 'the board').toEqual([]);
  });

  const opened: { path: string; button?: string; hasRoom?: boolean }[] = [
    { path: '/account' },
    { path: `${team.path}/board/tasks/${task.id}`, button: 'Edit', hasRoom: true },
    { path: `${team.path}/agents`, button: 'New agent', hasRoom: true },
    { path: `${team.path}/settings/projects`, button: 'New project', hasRoom: true },
    { path: `${team.path}/settings/api-keys`, button: 'New API key' },
    { path: `${team.path}/webhooks`, button: 'New endpoint' },
    { path: `${team.path}/audit?from=2026-01-01T00:00:00.000Z` },
  ];
  for (const { path, button, hasRoom } of opened) {
    await test.step(`on ${path.replace(team.path, '')}`, async () => {
      await page.goto(path);
      await expect(page.getByRole('main')).toBeVisible();
      if (hasRoom) await expect.poll(() => smallTargets(page), path).toEqual([]);
      if (button) await page.getByRole('button', { name: button, exact: true }).first().click();
      await expect(page.locator('input, textarea, select').filter({ visible: true }).first()).toBeVisible();
      expect(await smallFields(page), path).toEqual([]);
    });
  }
  await page.keyboard.press('Control+k');
  await expect(page.getByRole('textbox', { name: /Search tasks/ })).toBeVisible();
  expect(await smallFields(page), 'the command palette').toEqual([]);

  await test.step('on the page of what waits for people, and in the navigation', async () => {
    await page.goto(`${team.path}/attention`);
    await expect(page.getByRole('main')).toBeVisible();
    await expect.poll(() => smallTargets(page), 'attention').toEqual([]);
    await page.getByRole('button', { name: 'Open the navigation' }).click();
    await expect(page.getByRole('link', { name: 'My tasks' })).toBeVisible();
    await expect.poll(() => smallTargets(page), 'the navigation').toEqual([]);
  });
});
