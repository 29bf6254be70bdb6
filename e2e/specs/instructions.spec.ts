import { holdRequests } from '../fixtures/held-requests.ts';
import { expect, test } from '../fixtures/test.ts';
import { toastOf } from '../fixtures/toast.ts';

test('keeps the draft of the instructions of a project until they are saved', async ({
  person,
  team,
  api,
}) => {
  const { projectId } = team;
  const stored = async () => (await api.projects.get({ projectId })).instructions;
  await api.projects.update({ projectId, instructions: 'As they were' });
  const { page } = await person('admin');
  await page.goto(`${team.path}/settings/projects`);
  const dialog = page.getByRole('dialog', { name: 'Edit General' });
  const field = dialog.getByLabel('Instructions for agents');
  const restored = dialog.getByText('Draft restored');
  const open = () => page.getByRole('button', { name: 'Edit General' }).click();

  await test.step('keeps them without a question when the dialog closes, and after a reload', async () => {
    await open();
    await expect(field).toHaveValue('As they were');
    await field.fill('As they shall be');
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    await expect(toastOf(page, 'Draft kept')).toContainText('Edit General');
    await open();
    await expect(toastOf(page, 'Draft kept')).toHaveCount(0);
    await page.reload();
    await open();
    await expect(restored).toBeVisible();
    await expect(field).toHaveValue('As they shall be');
  });

  await test.step('says that others changed them meanwhile', async () => {
    const hint = dialog.getByText('The instructions were changed meanwhile. Saving replaces these:');
    await expect(hint).toBeHidden();
    await api.projects.update({ projectId, instructions: 'As others want them' });
    await expect(hint).toBeVisible();
    await expect(dialog.getByText('As others want them')).toBeVisible();
    await expect(field).toHaveValue('As they shall be');
  });

  await test.step('replaces what others wrote on a second save alone', async () => {
    const save = dialog.getByRole('button', { name: 'Save' });
    await save.click();
    await expect(dialog.getByText('Nothing is saved yet: save again to replace these.')).toBeInViewport();
    expect(await stored()).toBe('As others want them');
    await api.projects.update({ projectId, instructions: 'As others want them now' });
    await save.click();
    await expect(dialog.getByText('As others want them now')).toBeVisible();
    expect(await stored()).toBe('As others want them now');
  });

  await test.step('removes the draft once it is saved', async () => {
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(dialog).toBeHidden();
    expect(await stored()).toBe('As they shall be');
    await open();
    await expect(field).toHaveValue('As they shall be');
    await expect(restored).toBeHidden();
  });

  await test.step('removes it with Discard, also with that of the whole form', async () => {
    await field.fill('Too much');
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await open();
    await dialog.getByRole('button', { name: 'Discard' }).click();
    await expect(field).toHaveValue('As they shall be');
    await field.fill('Too much again');
    await dialog.getByLabel('Name').fill('Web shop');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Discard' }).click();
    await expect(dialog).toBeHidden();
    await open();
    await expect(field).toHaveValue('As they shall be');
    await expect(dialog.getByLabel('Name')).toHaveValue('General');
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
  });

  await test.step('keeps those of a new project until it is created', async () => {
    const form = page.getByRole('dialog', { name: 'New project' });
    const openForm = () => page.getByRole('button', { name: 'New project' }).click();
    await openForm();
    await form.getByLabel('Instructions for agents').fill('Read the tests first');
    await form.getByRole('button', { name: 'Close' }).click();
    await expect(form).toBeHidden();
    await openForm();
    await expect(form.getByText('Draft restored')).toBeVisible();
    await form.getByLabel('Name').fill('Website');
    await form.getByRole('button', { name: 'Create project' }).click();
    await expect(form).toBeHidden();
    const created = (await api.projects.list()).find(({ name }) => name === 'Website');
    const { instructions } = await api.projects.get({ projectId: created?.id ?? '' });
    expect(instructions).toBe('Read the tests first');
    await openForm();
    await expect(form.getByLabel('Instructions for agents')).toHaveValue('');
    await page.keyboard.press('Escape');
    await expect(form).toBeHidden();
  });

  await test.step('saves at once where another person has saved the same meanwhile', async () => {
    await open();
    await expect(field).toHaveValue('As they shall be');
    await field.fill('As all want them');
    const read = await holdRequests(page, /projects\.get/);
    await dialog.getByRole('button', { name: 'Save' }).click();
    await read.arrived;
    await api.projects.update({ projectId, instructions: 'As all want them' });
    read.send();
    await expect(dialog).toBeHidden();
  });
});
