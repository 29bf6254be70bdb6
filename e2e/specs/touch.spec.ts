import type { Page } from '@playwright/test';
import { cardOf, columnOf } from '../fixtures/board.ts';
import { expect, test } from '../fixtures/test.ts';

test.use({ hasTouch: true });

/** A finger on the screen. */
async function fingerOn(page: Page) {
  const session = await page.context().newCDPSession(page);
  const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', touchPoints: { x: number; y: number }[]) =>
    session.send('Input.dispatchTouchEvent', { type, touchPoints });
  return {
    down: (x: number, y: number) => send('touchStart', [{ x, y }]),
    move: (x: number, y: number) => send('touchMove', [{ x, y }]),
    up: () => send('touchEnd', []),
  };
}

test('opens a card on a tap, and moves one to another column by touch', async ({ person, team, api }) => {
  const { id } = await api.createTask({ title: 'Carry me' });
  const { page } = await person('member');
  await page.goto(`${team.path}/board`);
  const card = cardOf(page, 'Carry me');

  await test.step('opens a card on a tap, without moving it', async () => {
    await card.tap();
    await expect(page.getByRole('complementary')).toContainText('Carry me');
    expect((await api.getTask(id)).status).toBe('todo');
    await page.keyboard.press('Escape');
    await expect(page.getByRole('complementary')).toHaveCount(0);
  });

  const [from, to] = [await card.boundingBox(), await columnOf(page, 'Done').boundingBox()];
  if (!from || !to) throw new Error('The card or the column is not on the page');
  const [startX, y] = [from.x + from.width / 2, from.y + from.height / 2];
  const endX = to.x + to.width / 2;

  const finger = await fingerOn(page);
  await finger.down(startX, y);
  await expect(card).toHaveAttribute('data-lifted', 'true');
  for (let step = 1; step <= 8; step += 1) await finger.move(startX + ((endX - startX) * step) / 8, y + step);
  await expect(columnOf(page, 'Done')).toHaveAttribute('data-over', 'true');
  await finger.up();
  // First the API: a failure then shows whether the drop or its display was lost.
  await expect.poll(async () => (await api.getTask(id)).status, 'the status in the API').toBe('done');
  await expect(columnOf(page, 'Done')).toContainText('Carry me');
});
