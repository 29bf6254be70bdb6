import { cardOf } from '../fixtures/board.ts';
import { panelOf } from '../fixtures/dependencies.ts';
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

test('stacks toasts, which cover no more than one, until the pointer or the focus is on them', async ({
  person,
  team,
  api,
}) => {
  const titles = ['First', 'Second', 'Third'];
  const firstTask = await api.createTask({ title: 'First' });
  for (const title of titles.slice(1)) await api.createTask({ title });
  const { page } = await person('member');
  await page.goto(`${team.path}/board`);
  for (const title of titles) {
    await cardOf(page, title).click();
    await expect(panelOf(page).getByLabel('Title')).toHaveValue(title);
    await panelOf(page).getByRole('button', { name: 'Cancel task' }).click();
    await expect(toastOf(page, title)).toBeVisible();
  }
  const [first, newest] = [toastOf(page, 'First'), toastOf(page, 'Third')];
  const heightOf = async (toast: typeof first) => (await toast.boundingBox())?.height ?? 0;
  const whole = await heightOf(newest);
  const covered = async () => {
    const [top, end] = [await first.boundingBox(), await newest.boundingBox()];
    return (end?.y ?? 0) + (end?.height ?? 0) - (top?.y ?? 0);
  };
  expect(await covered()).toBeLessThan(whole + 24);

  const place = await newest.boundingBox();
  await newest.hover();
  await expect.poll(() => heightOf(first)).toBe(whole);
  // The buttons of the newest stay under the pointer.
  expect(await newest.boundingBox()).toEqual(place);
  await page.mouse.move(0, 0);
  await expect.poll(() => heightOf(first)).toBeLessThan(whole / 2);

  await newest.getByRole('button', { name: 'Undo' }).focus();
  await page.keyboard.press('Shift+Tab');
  await expect.poll(() => heightOf(first)).toBe(whole);
  await first.getByRole('button', { name: 'Undo' }).press('Enter');
  await expect.poll(async () => (await api.getTask(firstTask.id)).status).toBe('todo');
});
