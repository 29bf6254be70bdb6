import { expectAccessible } from '../fixtures/axe.ts';
import { cardOf } from '../fixtures/board.ts';
import { readClipboard } from '../fixtures/clipboard.ts';
import { listIn, panelOf } from '../fixtures/dependencies.ts';
import { expect, test } from '../fixtures/test.ts';

test('a person sees, copies, sets and removes the external id of a task, and reads which task has it', async ({
  person,
  team,
  api,
}) => {
  await api.createTask({ title: 'Publish', externalId: 'release-12/publish' });
  const { id } = await api.createTask({ title: 'Write the notes' });
  const externalIdOf = async () => (await api.getTask(id)).externalId;
  const { page } = await person('member');
  const viewer = await person('viewer');
  await page.goto(`${team.path}/board/tasks/${id}`);
  await viewer.page.goto(`${team.path}/board/tasks/${id}`);
  const panel = panelOf(page);
  const field = panel.getByRole('textbox', { name: 'External id' });
  const change = panel.getByRole('button', { name: 'Change the external id' });
  await expect(panelOf(viewer.page)).toContainText(id);
  await expect(panelOf(viewer.page)).not.toContainText(/external id/i);

  await test.step('is told which task has it, and keeps what was typed', async () => {
    await panel.getByRole('button', { name: 'Set an external id' }).press('Enter');
    await expect(field).toBeFocused();
    await field.fill(' release-12/publish ');
    await field.press('Enter');
    await expect(panel).toContainText('“Publish” has this external id.');
    await expect(field).toHaveValue(' release-12/publish ');
    await expectAccessible(page);
    expect(await externalIdOf()).toBeNull();
  });

  await test.step('sets another one, which others see and copy', async () => {
    await field.fill('release-12/notes');
    await field.press('Enter');
    await expect(panel).toContainText('External id release-12/notes');
    await expect(panel).toBeFocused();
    await expect(panel).toContainText('set the external id to release-12/notes');
    await expect(panelOf(viewer.page)).toContainText('External id release-12/notes');
    await panelOf(viewer.page).getByRole('button', { name: 'Copy external id' }).click();
    await expect.poll(() => readClipboard(viewer.page)).toBe('release-12/notes');
    await expect(panelOf(viewer.page).getByRole('button', { name: 'Change the external id' })).toHaveCount(0);
  });

  await test.step('leaves it with Escape, which does not close the panel', async () => {
    await change.click();
    await field.fill('x'.repeat(201));
    await expect(panel).toContainText('The external id must have 1 to 200 characters.');
    await field.press('Escape');
    await expect(panel).toContainText('External id release-12/notes');
  });

  await test.step('removes it with an empty field', async () => {
    await change.click();
    await field.fill('');
    await panel.getByRole('button', { name: 'Save' }).click();
    await expect(panel).toContainText('removed the external id');
    expect(await externalIdOf()).toBeNull();
  });
});

test('finds a task by its external id in the command palette, and in a field for tasks', async ({
  person,
  team,
  api,
}) => {
  await api.createTask({ title: 'Publish', externalId: 'release-12/publish' });
  await api.createTask({ title: 'Announce release-12/publish' });
  const { page } = await person('member');
  await page.goto(`${team.path}/board`);
  await page.keyboard.press('Control+k');
  const palette = page.getByRole('dialog', { name: 'Search and commands' });
  await palette.getByRole('textbox').fill(' release-12/publish ');
  await expect(palette.getByRole('button', { name: /Publish/ })).toHaveCount(1);
  await expect(palette.getByRole('button', { name: /Announce/ })).toHaveCount(1);
  // A control character is in no external id, but may be in a description.
  await palette.getByRole('textbox').fill('release-12\u0001');
  await expect(palette).toContainText('No results');
  await palette.getByRole('textbox').fill('release-12/publish');
  await page.keyboard.press('Enter');
  await expect(panelOf(page).getByLabel('Title')).toHaveValue('Publish');

  await cardOf(page, 'Announce release-12/publish').click();
  await expect(panelOf(page).getByLabel('Title')).toHaveValue('Announce release-12/publish');
  await panelOf(page).getByRole('button', { name: 'Add a dependency' }).click();
  await page.keyboard.type('release-12/publish');
  await page.keyboard.press('Enter');
  await expect(listIn(page, 'Waits for').getByRole('link', { name: 'Publish' })).toBeVisible();
});
