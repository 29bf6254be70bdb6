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

for (const [preference, isStill] of [
  ['reduce', true],
  ['no-preference', false],
] as const) {
  test(`cards, the panel and dialogs ${isStill ? 'do not move' : 'move'} with prefers-reduced-motion: ${preference}`, async ({
    person,
    team,
    api,
  }) => {
    await api.createTask({ title: 'Look at me' });
    const { page } = await person('member');
    await page.emulateMedia({ reducedMotion: preference });
    const expectMotion = async () => {
      const longest = await maxMotionMs(page);
      if (isStill) expect(longest).toBeLessThan(1);
      else expect(longest).toBeGreaterThan(100);
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
}
