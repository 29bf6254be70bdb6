import { cardOf } from '../fixtures/board.ts';
import { holdRequests } from '../fixtures/held-requests.ts';
import { call } from '../fixtures/procedures.ts';
import { expect, test } from '../fixtures/test.ts';
import { toastOf } from '../fixtures/toast.ts';

test('an admin deletes a task for good, and the browsers of others follow', async ({ person, team, api }) => {
  const task = await api.createTask({ title: 'Holds a password', description: 'hunter2' });
  await api.createTask({ title: 'Stays' });
  await api.moveTask(task.id, 'done');
  const { page } = await person('admin');
  const { page: other } = await person('viewer');
  const panel = page.getByRole('complementary');
  const theirs = other.getByRole('complementary');
  const dialog = page.getByRole('dialog');

  await test.step('another person reads it', async () => {
    await other.goto(`${team.path}/board`);
    await cardOf(other, 'Holds a password').click();
    await expect(theirs).toContainText('hunter2');
    await expect(theirs.getByRole('button', { name: 'Delete…' })).toBeHidden();
  });

  await test.step('the dialog says what will be gone, and needs the word', async () => {
    await page.goto(`${team.path}/board`);
    await cardOf(page, 'Holds a password').click();
    await panel.getByRole('button', { name: 'Delete…' }).click();
    await expect(dialog).toContainText('“Holds a password” will be gone');
    await expect(dialog).toContainText('there is no Undo');
    const field = dialog.getByLabel('to confirm');
    await expect(field).toBeFocused();
    await field.fill('yes');
    await page.keyboard.press('Enter');
    await expect(dialog).toContainText('That does not match.');
    await expect(field).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    await expect(panel.getByRole('button', { name: 'Delete…' })).toBeFocused();
  });

  await test.step('it disappears here and there, and the others read why', async () => {
    await page.keyboard.press('Enter');
    await dialog.getByLabel('to confirm').fill('delete');
    await page.keyboard.press('Enter');
    await expect(panel).toBeHidden();
    await expect(cardOf(page, 'Holds a password')).toBeHidden();
    await expect(toastOf(page, 'Deleted “')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Undo' })).toBeHidden();
    await expect(theirs).toContainText(/has deleted this task\. Nothing of it can be restored\./);
    await expect(theirs).not.toContainText('hunter2');
    await expect(cardOf(other, 'Holds a password')).toBeHidden();
    await expect(cardOf(other, 'Stays')).toBeVisible();
    await expect(other.getByRole('region', { name: 'Done' })).toContainText('0');
  });

  await test.step('the audit knows who did it, and no more', async () => {
    await page.goto(`${team.path}/audit`);
    await expect(page.getByRole('main')).toContainText('deleted a task');
    await expect(page.getByRole('main')).not.toContainText('Holds a password');
  });
});

test('what was typed stays readable when somebody archives or deletes the task', async ({
  person,
  team,
  api,
}) => {
  const { id: taskId } = await api.createTask({ title: 'Short-lived', description: 'As it was' });
  await api.moveTask(taskId, 'cancelled');
  const { page: admin } = await person('admin');
  await admin.goto(`${team.path}/agents`);
  const { page } = await person('member');
  await page.goto(`${team.path}/board/tasks/${taskId}`);
  const panel = page.getByRole('complementary');
  const description = panel.getByRole('textbox', { name: 'Description' });
  const unsaved = panel.getByRole('region', { name: 'Your description, not saved' });
  const unsent = panel.getByRole('region', { name: 'Your comment, not sent' });
  await panel.getByRole('button', { name: 'Edit' }).click();
  await description.fill('A long new description');
  await panel.getByRole('textbox', { name: 'Comment' }).fill('A long comment');

  await test.step('archives it: the texts can be copied, and come back with the task', async () => {
    await api.tasks.archive({ taskId });
    await expect(unsaved).toContainText('A long new description');
    await expect(unsent).toContainText('A long comment');
    await api.tasks.restore({ taskId });
    await expect(unsaved).toBeHidden();
    await expect(description).toHaveValue('A long new description');
    await expect(panel.getByRole('textbox', { name: 'Comment' })).toHaveValue('A long comment');
  });

  await test.step('deletes it: they are there until they are discarded', async () => {
    expect((await call(admin, team, 'tasks.delete', { taskId })).status).toBe(200);
    await expect(panel).toContainText('Task deleted');
    await expect(unsaved).toContainText('A long new description');
    await expect(unsent).toContainText('A long comment');
    await unsaved.getByRole('button', { name: 'Discard' }).click();
    await expect(unsaved).toBeHidden();
    await expect(unsent).toContainText('A long comment');
    expect(await page.evaluate(() => JSON.stringify(sessionStorage))).not.toContain('A long new description');
  });
});

test('a task is not deleted while others wait for it: the dialog says why', async ({ person, team, api }) => {
  const task = await api.createTask({ title: 'Cancelled plan' });
  await api.moveTask(task.id, 'cancelled');
  await api.createTask({ title: 'Waits', blockedBy: [task.id] });
  const { page } = await person('owner');
  await page.goto(`${team.path}/board/tasks/${task.id}`);
  await page.getByRole('button', { name: 'Delete…' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('to confirm').fill(' Delete ');
  await dialog.getByRole('button', { name: 'Delete for good' }).click();
  await expect(dialog.getByRole('alert')).toContainText('1 open task waits for this task');
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('complementary')).toContainText('Cancelled plan');
});

test('an admin deletes tasks in the archive, and an archived project with all that is in it', async ({
  person,
  team,
  api,
}) => {
  const project = await api.createProject('Old shop');
  const inside = await api.createTask({ title: 'Of the old shop', projectId: project.id });
  const alone = await api.createTask({ title: 'Put away' });
  await api.tasks.archive({ taskId: alone.id });
  await api.projects.archive({ projectId: project.id });
  const { page } = await person('admin');
  const dialog = page.getByRole('dialog');

  await test.step('a task, from its row', async () => {
    await page.goto(`${team.path}/archive`);
    await page.getByRole('button', { name: 'Delete Put away…' }).click();
    await dialog.getByLabel('to confirm').fill('delete');
    const reads = await holdRequests(page, /tasks\.archived/);
    await dialog.getByRole('button', { name: 'Delete for good' }).click();
    await reads.arrived;
    await expect(toastOf(page, 'Deleted “Put away”')).toBeHidden();
    reads.send();
    await expect(toastOf(page, 'Deleted “Put away”')).toBeVisible();
    await expect(page.getByRole('link', { name: 'Put away' })).toHaveCount(0);
    await expect(page.getByRole('link', { name: 'Of the old shop' })).toBeVisible();
  });

  await test.step('a project, by its name', async () => {
    await page.getByRole('link', { name: 'Settings' }).click();
    await page.getByRole('button', { name: 'Delete Old shop…' }).click();
    await expect(dialog).toContainText('“Old shop” will be gone with its instructions and all its tasks');
    const field = dialog.getByLabel('to confirm');
    await field.fill('delete');
    await page.keyboard.press('Enter');
    await expect(dialog).toContainText('That does not match.');
    await field.fill('old shop');
    const reads = await holdRequests(page, /projects\.page/);
    await page.keyboard.press('Enter');
    await reads.arrived;
    await expect(toastOf(page, 'Deleted the project')).toBeHidden();
    reads.send();
    await expect(toastOf(page, 'Deleted the project “Old shop”')).toBeVisible();
    await expect(dialog).toBeHidden();
    await expect(page.getByRole('table', { name: 'Archived projects' })).toBeHidden();
    await page.getByRole('link', { name: 'Archive' }).click();
    await expect(page.getByText('Nothing is archived')).toBeVisible();
    await expect.poll(() => api.tasks.get({ taskId: inside.id }).catch(({ code }) => code)).toBe('NOT_FOUND');
  });
});
