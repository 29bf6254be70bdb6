import type { Page } from '@playwright/test';
import { expectAccessible } from '../fixtures/axe.ts';
import { cardOf } from '../fixtures/board.ts';
import { choose as chooseOption } from '../fixtures/choose.ts';
import { holdRequests } from '../fixtures/held-requests.ts';
import type { TeamClient } from '../fixtures/team-client.ts';
import { expect, test } from '../fixtures/test.ts';

const panelOf = (page: Page) => page.getByRole('complementary');
const fieldOf = (page: Page) => panelOf(page).getByRole('textbox', { name: 'Description' });
const conflictOf = (page: Page) =>
  page.getByRole('dialog', { name: 'The description was changed meanwhile' });
const own = (page: Page) => conflictOf(page).getByRole('textbox', { name: 'Your description' });
const choose = (page: Page, name: string) => conflictOf(page).getByRole('button', { name }).click();

async function edit(page: Page, text: string): Promise<void> {
  await panelOf(page).getByRole('button', { name: 'Edit' }).click();
  await fieldOf(page).fill(text);
}

const save = (page: Page) => panelOf(page).getByRole('button', { name: 'Save' }).click();

/** Over 1 KiB: the log only refers to it. */
const longText = (name: string) => `${name}\n${'The same line of both.\n'.repeat(60)}`;

/** Edits the description of the open task while it is changed elsewhere, and makes each of the choices. */
async function expectChoice(page: Page, api: TeamClient, id: string, textOf: (name: string) => string) {
  const stored = async () => (await api.getTask(id)).description;
  const changeElsewhere = (name: string) => api.tasks.update({ taskId: id, description: textOf(name) });

  await edit(page, textOf('Mine'));
  await changeElsewhere('Theirs');
  await save(page);
  await expect(conflictOf(page)).toContainText('Theirs');
  await expect(own(page)).toHaveValue(textOf('Mine'));
  await expect(conflictOf(page).locator('mark')).toHaveText('Theirs');
  expect(await stored()).toBe(textOf('Theirs'));
  await choose(page, 'Back to editing');
  await expect(fieldOf(page)).toHaveValue(textOf('Mine'));
  await expect(fieldOf(page)).toBeFocused();
  await save(page);
  await choose(page, 'Keep the saved version');
  await expect(fieldOf(page)).toBeHidden();
  expect(await stored()).toBe(textOf('Theirs'));

  await edit(page, textOf('Mine again'));
  await changeElsewhere('Theirs again');
  await save(page);
  await expect(conflictOf(page)).toContainText('Theirs again');
  await changeElsewhere('Theirs at last');
  await choose(page, 'Save yours');
  await expect(conflictOf(page).getByRole('status')).toContainText('It was changed again');
  await expect(conflictOf(page)).toContainText('Theirs at last');
  expect(await stored()).toBe(textOf('Theirs at last'));
  await own(page).fill(textOf('Both'));
  await choose(page, 'Save yours');
  await expect(conflictOf(page)).toBeHidden();
  await expect(fieldOf(page)).toBeHidden();
  await expect(panelOf(page)).toBeFocused();
  expect(await stored()).toBe(textOf('Both'));
}

test('overwrites no newer description of another person', async ({ person, team, api }) => {
  const long = await api.createTask({ title: 'Long', description: longText('First') });
  const { id } = await api.createTask({ title: 'Short', description: 'First' });
  const { page } = await person('member');
  await page.goto(`${team.path}/board/tasks/${id}`);

  await test.step('shows two short descriptions of one task side by side to choose from', () =>
    expectChoice(page, api, id, (name) => name));

  await test.step('reports no conflict when another field changed', async () => {
    await edit(page, 'Mine');
    await api.tasks.update({ taskId: id, priority: 'high' });
    await save(page);
    await expect(fieldOf(page)).toBeHidden();
    await expect(conflictOf(page)).toBeHidden();
    expect(await api.getTask(id)).toMatchObject({ description: 'Mine', priority: 'high' });
  });

  await test.step('takes a click on "Save" during which the change arrives', async () => {
    await edit(page, 'Mine again');
    await panelOf(page).getByRole('button', { name: 'Save' }).hover();
    await page.mouse.down();
    await api.tasks.update({ taskId: id, description: 'Theirs' });
    await expect(panelOf(page).getByText('The description was changed meanwhile.')).toBeVisible();
    await page.mouse.up();
    await expect(conflictOf(page)).toContainText('Theirs');
    await choose(page, 'Keep the saved version');
  });

  await test.step('shows two long descriptions of one task side by side to choose from', async () => {
    await cardOf(page, 'Long').click();
    await expect(panelOf(page).getByLabel('Title')).toHaveValue('Long');
    await expectChoice(page, api, long.id, longText);
  });

  await test.step('checks the description also when another change of the person discards what is being read', async () => {
    await edit(page, 'Mine');
    const reads = await holdRequests(page, /tasks\.get/);
    await api.tasks.update({ taskId: long.id, description: longText('Theirs') });
    await reads.arrived;
    await save(page);
    await chooseOption(page, panelOf(page).getByRole('combobox', { name: 'Priority' }), 'High');
    reads.send();
    await expect(conflictOf(page)).toContainText('Theirs');
    await choose(page, 'Keep the saved version');
    await expect
      .poll(() => api.getTask(long.id))
      .toMatchObject({ priority: 'high', description: longText('Theirs') });
  });

  await test.step('does not overwrite a newer description with a restored draft, also on a small screen', async () => {
    await page.setViewportSize({ width: 400, height: 800 });
    await edit(page, 'Mine');
    await api.tasks.update({ taskId: long.id, description: 'Theirs' });
    await page.reload();
    await expect(fieldOf(page)).toHaveValue('Mine');
    await expect(panelOf(page).getByText('The description was changed meanwhile.')).toBeVisible();
    await save(page);
    await expect(own(page)).toHaveValue('Mine');
    expect((await api.getTask(long.id)).description).toBe('Theirs');
    const theirs = await conflictOf(page).getByText('Theirs').boundingBox();
    const mine = await own(page).boundingBox();
    expect(mine?.y).toBeGreaterThan((theirs?.y ?? 0) + (theirs?.height ?? 0));
    expect((mine?.x ?? 0) + (mine?.width ?? 0)).toBeLessThanOrEqual(400);
    await expectAccessible(page);
  });
});
