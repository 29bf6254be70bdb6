import { holdRequests } from '../fixtures/held-requests.ts';
import { expect, test } from '../fixtures/test.ts';

test('saves instructions at once where another person has saved the same meanwhile', async ({
  person,
  team,
  api,
}) => {
  const { projectId } = team;
  const { page } = await person('admin');
  await page.goto(`${team.path}/settings/projects`);
  await page.getByRole('button', { name: 'Edit General' }).click();
  const dialog = page.getByRole('dialog', { name: 'Edit General' });
  const field = dialog.getByLabel('Instructions for agents');
  await expect(field).toBeEnabled();
  await field.fill('As all want them');
  const read = await holdRequests(page, /projects\.get/);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await read.arrived;
  await api.projects.update({ projectId, instructions: 'As all want them' });
  read.send();
  await expect(dialog).toBeHidden();
});
