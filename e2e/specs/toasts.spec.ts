import { cardOf } from '../fixtures/board.ts';
import { holdRequests } from '../fixtures/held-requests.ts';
import { expect, test } from '../fixtures/test.ts';
import { toastOf } from '../fixtures/toast.ts';

for (const width of [1000, 400]) {
  test.describe(`on a screen of ${width} pixels`, () => {
    // So low that the dialog reaches the end of the screen, where toasts are otherwise.
    test.use({ viewport: { width, height: 620 } });

    test('a toast is above the buttons of a dialog that opens after it', async ({ person, team, api }) => {
      const { id } = await api.createTask({ title: 'Cancelled by mistake' });
      const { page } = await person('member');
      await page.goto(`${team.path}/board/tasks/${id}`);
      await page.getByRole('complementary').getByRole('button', { name: 'Cancel task' }).click();
      const toast = toastOf(page, 'Cancelled by mistake');
      // The request of the move itself must not wait.
      await expect(toast).toBeVisible();
      // Its request waits, and with it the toast.
      const moves = await holdRequests(page, /tasks\.move/);
      await toast.getByRole('button', { name: 'Undo' }).click();
      await moves.arrived;
      const before = await toast.boundingBox();
      expect(before?.y).toBeGreaterThan(310);

      await page.keyboard.press('Escape');
      await page.keyboard.press('c');
      const form = page.getByRole('dialog', { name: 'New task' });
      await form.getByLabel('Title').fill('Created under a toast');
      const create = form.getByRole('button', { name: 'Create task' });
      await create.scrollIntoViewIfNeeded();
      const button = await create.boundingBox();
      const above = await toast.boundingBox();
      if (!button || !above || !before) throw new Error('The button or the toast is not rendered');
      // The toast would cover the button in its former place.
      expect(button.y + button.height).toBeGreaterThan(before.y);
      expect(above.y + above.height).toBeLessThan(button.y);

      // Not `click`, which would wait until nothing covers the button.
      await page.mouse.click(button.x + button.width / 2, button.y + button.height / 2);
      await expect(form).toBeHidden();
      await expect(toast).toBeVisible();
      await expect.poll(async () => (await toast.boundingBox())?.y).toBe(before.y);
      moves.send();
      await expect(cardOf(page, 'Created under a toast')).toBeVisible();
    });
  });
}
