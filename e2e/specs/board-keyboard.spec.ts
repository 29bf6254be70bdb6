import type { Page } from '@playwright/test';
import { cardOf, columnOf } from '../fixtures/board.ts';
import { createManyTasks } from '../fixtures/tasks-in-bulk.ts';
import { expect, test } from '../fixtures/test.ts';

async function press(page: Page, ...keys: string[]): Promise<void> {
  for (const key of keys) await page.keyboard.press(key);
}

test('moves between cards with arrows and h j k l, opens one with Enter, returns with Escape, and stops at one card per column with Tab', async ({
  person,
  team,
  api,
}) => {
  const agent = await api.createAgent('Ada');
  for (const title of ['First', 'Second', 'Third']) await api.createTask({ title });
  await api.createHeldTask(agent, { title: 'In hand' });
  const { page } = await person('viewer');
  await page.goto(`${team.path}/board`);
  await press(page, 'j');
  await expect(cardOf(page, 'First')).toBeFocused();
  for (const [key, title] of [
    ['j', 'Second'],
    ['ArrowDown', 'Third'],
    ['ArrowDown', 'Third'],
    ['k', 'Second'],
    ['ArrowUp', 'First'],
    ['ArrowRight', 'In hand'],
    ['h', 'First'],
    ['l', 'In hand'],
    ['ArrowLeft', 'First'],
    ['End', 'Third'],
    ['Home', 'First'],
  ] as const) {
    await press(page, key);
    await expect(cardOf(page, title), `after ${key}`).toBeFocused();
  }
  await press(page, 'Enter');
  await expect(page.getByRole('complementary')).toContainText('First');
  await press(page, 'Escape');
  await expect(cardOf(page, 'First')).toBeFocused();

  await press(page, 'ArrowDown');
  await expect(cardOf(page, 'Second')).toBeFocused();
  await press(page, 'Tab');
  await expect(cardOf(page, 'In hand')).toBeFocused();
  await press(page, 'Shift+Tab');
  await expect(cardOf(page, 'Second')).toBeFocused();
});

test('begins with the first card that is not scrolled below the heading of its column', async ({
  person,
  team,
  db,
}) => {
  await createManyTasks(db, team, 40);
  const { page } = await person('viewer');
  await page.goto(`${team.path}/board`);
  await expect(cardOf(page, 'Task 1').first()).toBeVisible();
  const scroller = columnOf(page, 'To do').locator('[data-scroller]');
  // The top of the first card is beside the heading: above what is scrolled, but still in the column.
  const top = await scroller.evaluate((element) => {
    const topOf = (each: Element | null) => each?.getBoundingClientRect().top ?? 0;
    element.scrollTop = (topOf(element) - topOf(element.closest('[data-column]'))) / 2;
    return element.scrollTop;
  });
  expect(top).toBeGreaterThan(10);
  await press(page, 'j');
  await expect(cardOf(page, 'Task 2').first()).toBeFocused();
  expect(await scroller.evaluate(({ scrollTop }) => scrollTop)).toBe(top);
});
