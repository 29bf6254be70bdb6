import type { Page } from '@playwright/test';
import { panelOf } from '../fixtures/dependencies.ts';
import { expect, test } from '../fixtures/test.ts';

const title = 'Translate the handbook of the harbour for the visitors from abroad';
const lineHeight = 26;

const fieldOf = (page: Page) => panelOf(page).getByLabel('Title');
/** The lines of the title, and how much of them the field hides. */
const linesOf = (page: Page) =>
  fieldOf(page).evaluate(
    (field, lineHeight) => ({
      lines: Math.floor(field.clientHeight / lineHeight),
      hidden: Math.max(0, field.scrollHeight - field.clientHeight),
    }),
    lineHeight,
  );

test('shows all lines of a title on a narrow screen, without scripts and while it is typed', async ({
  browser,
  person,
  team,
  api,
}) => {
  const { id } = await api.createTask({ title });
  const { page, context } = await person('member');
  const path = `${team.path}/board/tasks/${id}`;
  const viewport = { width: 400, height: 800 };

  await test.step('in the first response', async () => {
    const storageState = await context.storageState();
    const still = await browser.newContext({ javaScriptEnabled: false, storageState, viewport });
    const first = await still.newPage();
    // What takes the server longer than 1.5 s is left to scripts: then the next response has it.
    const load = async () => {
      await first.goto(path);
      return fieldOf(first).count();
    };
    await expect.poll(load).toBe(1);
    expect(await linesOf(first)).toEqual({ lines: 2, hidden: 0 });
    await still.close();
  });

  await page.setViewportSize(viewport);
  await page.goto(path);
  expect(await linesOf(page)).toEqual({ lines: 2, hidden: 0 });
  await fieldOf(page).press('End');
  await page.keyboard.type(` ${'and their children '.repeat(3)}${'x'.repeat(60)}`);
  expect(await linesOf(page)).toEqual({ lines: 6, hidden: 0 });
  await fieldOf(page).fill('Short');
  expect(await linesOf(page)).toEqual({ lines: 1, hidden: 0 });
});
