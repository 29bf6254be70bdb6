import { EventType } from '@crewboard/contracts';
import type { Locator } from '@playwright/test';
import { cardOf, columnOf } from '../fixtures/board.ts';
import { choose } from '../fixtures/choose.ts';
import { expect, test } from '../fixtures/test.ts';

// Not as an option of the test, which would need another browser context.
const screen = { width: 1440, height: 900 };

const boxOf = async (locator: Locator) => {
  const box = await locator.boundingBox();
  if (!box) throw new Error(`${locator} is not on the page`);
  return box;
};

test('shows types of events and the checks of the status page whole at 1,440 px', async ({
  person,
  team,
  api,
}) => {
  await api.createAgent('Ada');
  const { page } = await person('owner');
  await page.setViewportSize(screen);

  await test.step('every type of event in the audit log', async () => {
    await page.goto(`${team.path}/audit`);
    const type = page.getByRole('row').nth(1).getByRole('cell').last();
    await expect(type).toHaveText('agent.created');
    const cut = await type.evaluate(
      (cell, types) => {
        const isCut = (text: string) => {
          cell.textContent = text;
          const range = document.createRange();
          range.selectNodeContents(cell);
          const [shown, box] = [range.getBoundingClientRect(), cell.getBoundingClientRect()];
          return shown.right > box.right || shown.left < box.left || shown.height > 24;
        };
        return types.filter(isCut);
      },
      [...EventType.options] as string[],
    );
    expect(cut, 'types that are cut').toEqual([]);
  });

  await test.step('the checks of the status page, in one row', async () => {
    await page.goto('/status');
    const tiles = page
      .getByRole('region', { name: /Crewboard is/ })
      .locator('dl')
      .last()
      .locator('> div');
    await expect(tiles).toHaveCount(4);
    const boxes = await Promise.all((await tiles.all()).map(boxOf));
    expect(new Set(boxes.map(({ y }) => y)).size, 'rows').toBe(1);
    expect(new Set(boxes.map(({ width }) => Math.round(width))).size, 'widths').toBe(1);
    for (const tile of await tiles.all()) {
      expect(await tile.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
    }
  });
});

test('opens a task beside the filters, without disabled buttons, its description and result before its times', async ({
  person,
  team,
  api,
}) => {
  const ada = await api.createAgent('Ada');
  const done = await api.createDoneTask(ada, 'It came out well', {
    title: 'Finished',
    description: 'What was needed',
  });
  await api.createTask({ title: 'Waiting' });
  const held = await api.createHeldTask(ada, { title: 'Under way' });
  const { page } = await person('member');
  await page.setViewportSize(screen);
  await page.goto(`${team.path}/board/tasks/${done.id}`);
  const panel = page.getByRole('complementary');
  const filters = page.locator('header').filter({ has: page.getByRole('heading', { name: 'Board' }) });
  await expect(panel).toContainText('It came out well');

  await test.step('leaves the filters and the new task in reach', async () => {
    const { y } = await boxOf(panel);
    await expect(filters.getByRole('combobox')).toHaveCount(3);
    for (const control of [
      filters.getByRole('searchbox'),
      ...(await filters.getByRole('combobox').all()),
      filters.getByRole('button', { name: /New task/ }),
    ]) {
      const box = await boxOf(control);
      expect(box.y + box.height, String(control)).toBeLessThanOrEqual(y);
    }
    await choose(page, filters.getByRole('combobox', { name: 'Priority' }), 'Normal');
    await expect(page).toHaveURL(/priority=normal/);
    await expect(panel).toContainText('It came out well');
  });

  await test.step('tells what it is and what came out before when it was created and updated', async () => {
    const tops = [
      panel.getByLabel('Project', { exact: true }),
      panel.getByText('What was needed'),
      panel.getByText('It came out well'),
      panel.getByText(/^Attempt 1 ·/),
      panel.getByRole('heading', { name: 'Activity' }),
    ];
    const ys = await Promise.all(tops.map(async (top) => (await boxOf(top)).y));
    expect(ys).toEqual(ys.toSorted((a, b) => a - b));
    const line = panel.getByText(/^Attempt 1 ·/);
    await expect(line).toHaveText(/^Attempt 1 · Created now · Updated now$/);
    expect((await boxOf(line)).height, 'one line').toBeLessThanOrEqual(24);
  });

  const buttons = panel.getByRole('button');
  const disabled = panel.locator('button:is(:disabled, [aria-disabled="true"], [data-disabled])');
  for (const [title, actions] of [
    ['Finished', ['Reopen']],
    ['Waiting', ['Cancel task']],
    ['Under way', ['Release…', 'Cancel task']],
  ] as const) {
    await test.step(`shows only what is possible for the task “${title}”`, async () => {
      await page.keyboard.press('Escape');
      await cardOf(page, title).click();
      await expect(panel.getByLabel('Title')).toHaveValue(title);
      await expect(buttons.filter({ hasText: /^(Release…|Reopen|Cancel task)$/ })).toHaveText([...actions]);
      await expect(disabled).toHaveCount(0);
    });
  }

  await test.step('moves the focus to the panel when the pressed button is no longer possible', async () => {
    await panel.getByRole('button', { name: 'Release…' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Release task' }).click();
    await expect.poll(async () => (await api.getTask(held.id)).status).toBe('todo');
    await expect(panel.getByRole('button', { name: 'Release…' })).toHaveCount(0);
    await panel.getByRole('button', { name: 'Cancel task' }).press('Enter');
    await expect(panel.getByRole('button', { name: 'Reopen' })).toBeVisible();
    await expect(panel).toBeFocused();
    await expect.poll(async () => (await api.getTask(held.id)).status).toBe('cancelled');
    const { version } = await api.getTask(held.id);
    await page.keyboard.press('Enter');
    await page.keyboard.press('Escape');
    await expect(panel).toHaveCount(0);
    await expect(columnOf(page, 'Cancelled')).toContainText('Under way');
    expect((await api.getTask(held.id)).version).toBe(version);
  });
});
