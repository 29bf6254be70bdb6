import type { Page } from '@playwright/test';
import { cardOf } from '../fixtures/board.ts';
import { panelOf } from '../fixtures/dependencies.ts';
import { holdRequests } from '../fixtures/held-requests.ts';
import { expect, test } from '../fixtures/test.ts';
import { failureOf, keepToasts, toastOf } from '../fixtures/toast.ts';

async function cancel(page: Page, title: string): Promise<void> {
  await cardOf(page, title).click();
  await expect(panelOf(page).getByLabel('Title')).toHaveValue(title);
  await panelOf(page).getByRole('button', { name: 'Cancel task' }).click();
  await expect(toastOf(page, title)).toBeVisible();
}

test('a toast is above the buttons of a dialog that opens after it, also on a narrow screen', async ({
  person,
  team,
  api,
}) => {
  const { page } = await person('member');
  await keepToasts(page);
  for (const width of [1000, 400])
    await test.step(`on a screen of ${width} pixels`, async () => {
      const { id } = await api.createTask({ title: `Cancelled by mistake at ${width}` });
      // So low that the dialog reaches the end of the screen, where toasts are otherwise.
      await page.setViewportSize({ width, height: 620 });
      await page.goto(`${team.path}/board/tasks/${id}`);
      await expectToastAbove(page, `at ${width}`);
    });
});

/** Cancels the task, undoes that late, and creates another one meanwhile: both titles end with the same words. */
async function expectToastAbove(page: Page, words: string): Promise<void> {
  await panelOf(page).getByRole('button', { name: 'Cancel task' }).click();
  const toast = toastOf(page, `Cancelled by mistake ${words}`);
  // The request of the move itself must not wait.
  await expect(toast).toBeVisible();
  // Its request waits, and with it the toast.
  const moves = await holdRequests(page, /tasks\.move/);
  await toast.getByRole('button', { name: 'Undo' }).click();
  await moves.arrived;
  const before = await toast.boundingBox();
  if (!before) throw new Error('The toast is not rendered');
  expect(before.y).toBeGreaterThan(310);

  await page.keyboard.press('Escape');
  await page.keyboard.press('c');
  const form = page.getByRole('dialog', { name: 'New task' });
  await form.getByLabel('Title').fill(`Created under a toast ${words}`);
  const create = form.getByRole('button', { name: 'Create task' });
  await create.scrollIntoViewIfNeeded();
  const placeOf = async () => {
    const [button, above] = [await create.boundingBox(), await toast.boundingBox()];
    if (!button || !above) throw new Error('The button or the toast is not rendered');
    return { button, end: above.y + above.height };
  };
  await expect
    .poll(async () => {
      const { button, end } = await placeOf();
      // The toast would cover the button in its former place.
      return button.y + button.height > before.y && end < button.y;
    })
    .toBe(true);

  // Not `click`, which would wait until nothing covers the button.
  const { button } = await placeOf();
  await page.mouse.click(button.x + button.width / 2, button.y + button.height / 2);
  await expect(form).toBeHidden();
  await expect(toast).toBeVisible();
  await expect.poll(async () => (await toast.boundingBox())?.y).toBe(before.y);
  moves.send();
  await expect(cardOf(page, `Created under a toast ${words}`)).toBeVisible();
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
  await keepToasts(page);
  await page.goto(`${team.path}/board`);
  for (const title of titles) await cancel(page, title);
  const [first, newest] = [toastOf(page, 'First'), toastOf(page, 'Third')];
  const heightOf = async (toast: typeof first) => (await toast.boundingBox())?.height ?? 0;
  const whole = await heightOf(newest);
  const covered = async () => {
    const [top, end] = [await first.boundingBox(), await newest.boundingBox()];
    return (end?.y ?? 0) + (end?.height ?? 0) - (top?.y ?? 0);
  };
  await expect.poll(covered).toBeLessThan(whole + 24);

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

test('shows an error and the newest change at once, however many changes are shown', async ({
  person,
  team,
  api,
}) => {
  const titles = ['First', 'Second', 'Third', 'Fourth', 'Fifth'];
  for (const title of titles) await api.createTask({ title });
  const { page } = await person('member');
  await keepToasts(page);
  await page.goto(`${team.path}/board`);
  for (const title of titles) await cancel(page, title);
  await expect(toastOf(page, 'First')).toHaveCount(0);
  await page.route(/tasks\.move/, (route) => route.abort());
  await panelOf(page).getByRole('button', { name: 'Reopen' }).click();
  await expect(failureOf(page, 'The service cannot be reached')).toBeVisible();
  await expect(toastOf(page, 'Fifth')).toBeVisible();
  await expect(toastOf(page, 'Second')).toHaveCount(0);
});

test.describe('by touch', () => {
  test.use({ hasTouch: true });

  test('a tap spreads the stack, and presses none of its hidden buttons', async ({ person, team, api }) => {
    const { id } = await api.createTask({ title: 'First' });
    await api.createTask({ title: 'Second' });
    const { page } = await person('member');
    await keepToasts(page);
    await page.goto(`${team.path}/board`);
    for (const title of ['First', 'Second']) await cancel(page, title);
    const first = toastOf(page, 'First');
    const undo = first.getByRole('button', { name: 'Undo' });
    const idAtHiddenButton = async () => {
      const [edge, hidden] = [await first.boundingBox(), await undo.boundingBox()];
      const at = { x: (hidden?.x ?? 0) + 10, y: (edge?.y ?? 0) + 6 };
      return page.evaluate(({ x, y }) => document.elementFromPoint(x, y)?.closest('button, [role]')?.id, at);
    };
    await expect.poll(idAtHiddenButton).toBe(await first.getAttribute('id'));

    await toastOf(page, 'Second').getByText('Second').tap();
    await expect.poll(async () => (await first.boundingBox())?.height).toBeGreaterThan(40);
    await undo.tap();
    await expect.poll(async () => (await api.getTask(id)).status).toBe('todo');
  });
});
