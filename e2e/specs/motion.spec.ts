import type { Page } from '@playwright/test';
import { cardOf } from '../fixtures/board.ts';
import { expect, test } from '../fixtures/test.ts';

/** The longest transition or animation in the page, in ms. */
function maxMotionMs(page: Page): Promise<number> {
  return page.evaluate(() => {
    const inMs = (list: string) =>
      list.split(', ').map((time) => Number.parseFloat(time) * (time.endsWith('ms') ? 1 : 1_000));
    const durations = [...document.querySelectorAll('*')].flatMap((element) => {
      const { transitionDuration, animationName, animationDuration } = getComputedStyle(element);
      return [...inMs(transitionDuration), ...(animationName === 'none' ? [] : inMs(animationDuration))];
    });
    return Math.max(...durations);
  });
}

test('cards, the panel and dialogs move, but not with prefers-reduced-motion', async ({
  person,
  team,
  api,
}) => {
  await api.createTask({ title: 'Look at me' });
  const { page } = await person('member');
  const expectMotion = async () => {
    await page.emulateMedia({ reducedMotion: 'no-preference' });
    expect(await maxMotionMs(page)).toBeGreaterThan(100);
    await page.emulateMedia({ reducedMotion: 'reduce' });
    expect(await maxMotionMs(page)).toBeLessThan(1);
  };
  await page.goto(`${team.path}/board`);
  await expectMotion();
  await cardOf(page, 'Look at me').click();
  await expect(page.getByRole('complementary')).toContainText('Look at me');
  await expectMotion();
  await page.keyboard.press('c');
  await expect(page.getByRole('dialog', { name: 'New task' })).toBeVisible();
  await expectMotion();
});
