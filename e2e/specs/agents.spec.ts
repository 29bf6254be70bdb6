import type { Page } from '@playwright/test';
import { expectAccessible, expectAccessibleDialog } from '../fixtures/axe.ts';
import { pressMenuItem } from '../fixtures/menu.ts';
import { expectSecretDiscarded, takeSecret } from '../fixtures/secrets.ts';
import { expect, test } from '../fixtures/test.ts';

async function act(page: Page, agent: string, action: string | RegExp): Promise<void> {
  await page.getByRole('button', { name: `Actions for ${agent}` }).click();
  await pressMenuItem(page.getByRole('menuitem', { name: action }));
}

const rowOf = (page: Page, agent: string) => page.getByRole('row').filter({ hasText: agent });

async function openDialog(page: Page, agent: string, action: string) {
  await act(page, agent, action);
  const dialog = page.getByRole('dialog');
  await expect(dialog).toBeVisible();
  return dialog;
}

test('issues, replaces and guards tokens, and edits an agent', async ({ person, team, api }) => {
  const edsgar = await api.createAgent('Edsgar');
  const { page } = await person('owner');
  await page.goto(`${team.path}/board`);
  await page.getByRole('link', { name: 'Agents', exact: true }).click();
  const token = page.getByRole('dialog', { name: 'The token of Ada', exact: true });

  const first = await test.step('issues a working token', async () => {
    await page.getByRole('button', { name: 'New agent' }).first().click();
    const form = page.getByRole('dialog', { name: 'New agent' });
    await expect(form).toBeVisible();
    await expectAccessibleDialog(page);
    await form.getByLabel('Name').fill('Ada');
    await form.getByLabel('Description').fill('Reviews pull requests');
    await form.getByRole('button', { name: 'Create agent' }).click();
    await expect(token).toBeVisible();
    const issued = await takeSecret(page, 'token');
    await expectSecretDiscarded(page, issued);
    await expect(rowOf(page, 'Ada')).toContainText('Reviews pull requests');
    return issued;
  });

  await test.step('replaces the token at once on rotation, and leaves the tasks', async () => {
    const ada = api.as(first);
    const { id } = await api.createTask({ title: 'For Ada' });
    const claimed = await ada.tasks.claim({ taskId: id });
    expect(claimed).toMatchObject({ status: 'in_progress' });
    const dialog = await openDialog(page, 'Ada', 'Rotate token');
    await dialog.getByRole('button', { name: 'Rotate token' }).click();
    await expect(token).toBeVisible();
    expect(await ada.tryToken()).toBe(401);
    const second = await takeSecret(page, 'token');
    await expectSecretDiscarded(page, second);
    expect(second).not.toBe(first);
    expect(await api.as(second).tryToken()).toBe(200);
    expect((await api.getTask(id)).status).toBe('in_progress');
  });

  await test.step('asks before it closes a token that was not copied', async () => {
    await act(page, 'Ada', 'Rotate token');
    await page.getByRole('dialog').getByRole('button', { name: 'Rotate token' }).click();
    await expect(token).toBeVisible();
    await expectAccessibleDialog(page);
    await token.getByRole('button', { name: 'Done' }).click();
    await expect(token.getByRole('alert')).toContainText('has not been copied');
    await expectAccessibleDialog(page);
    await token.getByRole('button', { name: 'Back to the token' }).click();
    await page.keyboard.press('Escape');
    await expect(token.getByRole('alert')).toBeVisible();
    await token.getByRole('button', { name: 'Back to the token' }).click();
    await page.evaluate(() => window.history.back());
    await expect(token.getByRole('alert')).toBeVisible();
    await token.getByRole('button', { name: 'Close without copying' }).click();
    await expect(token).toBeHidden();
  });

  await test.step('lets the previous token overlap, and says which token expires', async () => {
    const before = await api.agents.rotateToken({ agentId: edsgar.id });
    const dialog = await openDialog(page, 'Edsgar', 'Rotate token');
    await dialog.getByLabel('The previous token').selectOption('Ends in 24 hours');
    await dialog.getByLabel('The new token expires').selectOption('In 90 days');
    await dialog.getByRole('button', { name: 'Rotate token' }).click();
    const overlapping = page.getByRole('dialog', { name: 'The token of Edsgar', exact: true });
    await expect(overlapping).toContainText('until then, a call with it is shown here as well.');
    const after = await takeSecret(page, 'token');
    expect([await api.as(before.token).tryToken(), await api.as(after).tryToken()]).toEqual([200, 200]);
    await expect(rowOf(page, 'Edsgar')).toContainText('Expires');
    const again = await openDialog(page, 'Edsgar', 'Rotate token');
    await expect(again.getByLabel('The new token expires')).toHaveValue('90');
    await expect(again).toContainText('The previous token had the same lifetime.');
    await expectAccessibleDialog(page);
    await again.getByRole('button', { name: 'Rotate token' }).click();
    await takeSecret(page, 'token');
    const { tokenExpiresAt } = await api.getAgent(edsgar.id);
    expect(Math.round((Date.parse(String(tokenExpiresAt)) - Date.now()) / 86_400_000)).toBe(90);
    const expiresAt = new Date(Date.now() + 60 * 60 * 60 * 1000).toISOString();
    await api.agents.rotateToken({ agentId: edsgar.id, expiresAt });
    await expect(page.getByRole('status', { name: 'The token of Edsgar expires in 3 days' })).toBeVisible();
    await expectAccessible(page);
  });

  await test.step('renames and describes an agent, but not with a blank name', async () => {
    await act(page, 'Edsgar', 'Edit');
    const form = page.getByRole('dialog');
    await form.getByLabel('Name').fill('   ');
    await form.getByRole('button', { name: 'Save' }).click();
    await expect(form.getByText('The name must have 1 to 100 characters.')).toBeVisible();
    await form.getByLabel('Name').fill('Edsger');
    await form.getByLabel('Description').fill('Finds the shortest path');
    await form.getByRole('button', { name: 'Save' }).click();
    await expect(form).toBeHidden();
    await expect(rowOf(page, 'Edsger')).toContainText('Finds the shortest path');
    const stored = { name: 'Edsger', description: 'Finds the shortest path' };
    expect(await api.getAgent(edsgar.id)).toMatchObject(stored);
  });

  await test.step('keeps what another person changed while the dialog was open', async () => {
    const change = async (
      fields: { name: string } | { description: string },
      label: string,
      text: string,
    ) => {
      await act(page, 'Edsger', 'Edit');
      await api.agents.update({ agentId: edsgar.id, ...fields });
      for (const value of Object.values(fields)) await expect(rowOf(page, value)).toBeVisible();
      await page.getByRole('dialog').getByLabel(label).fill(text);
      await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
      await expect(page.getByRole('dialog')).toBeHidden();
      expect(await api.getAgent(edsgar.id)).toMatchObject(fields);
    };
    await change({ description: 'Theirs' }, 'Name', 'Edsger again');
    await change({ name: 'Edsger W.' }, 'Description', 'Mine');
  });
});

test('deactivates and reactivates agents', async ({ person, team, api }) => {
  const [linus, barbara] = [await api.createAgent('Linus'), await api.createAgent('Barbara')];
  const task = await api.createHeldTask(linus, { title: 'Held by Linus' });
  const kept = await api.createHeldTask(barbara, { title: 'Stays with Barbara' });
  const { page } = await person('admin');
  await page.goto(`${team.path}/agents`);

  await test.step('revokes the token and releases the tasks on deactivation', async () => {
    const dialog = await openDialog(page, 'Linus', 'Deactivate');
    await expect(dialog).toContainText('1 task');
    await expectAccessibleDialog(page);
    await dialog.getByRole('checkbox').check();
    await dialog.getByRole('button', { name: 'Deactivate and release' }).click();
    await expect(dialog).toBeHidden();
    await expect(rowOf(page, 'Linus')).toContainText('Deactivated');
    expect(await api.as(linus.token).tryToken()).toBe(401);
    expect(await api.getTask(task.id)).toMatchObject({ status: 'todo', assignedAgentId: null });
    await expectAccessible(page);
  });

  await test.step('needs a new token on reactivation', async () => {
    const dialog = await openDialog(page, 'Linus', 'Reactivate');
    await expectAccessibleDialog(page);
    await dialog.getByRole('button', { name: 'Reactivate and create token' }).click();
    await expect(page.getByRole('dialog', { name: 'The token of Linus', exact: true })).toBeVisible();
    const token = await takeSecret(page, 'token');
    expect(await api.as(linus.token).tryToken()).toBe(401);
    expect(await api.as(token).tryToken()).toBe(200);
    await expect(rowOf(page, 'Linus')).toContainText(/Idle|Never called/);
  });

  await test.step('leaves the tasks with a deactivated agent on request, and offers to release them on its page', async () => {
    await page.getByRole('link', { name: 'Barbara' }).click();
    await expect(page.getByRole('link', { name: 'Stays with Barbara' })).toBeVisible();
    await act(page, 'Barbara', 'Deactivate');
    const dialog = page.getByRole('dialog', { name: 'Deactivate Barbara?' });
    await dialog.getByRole('checkbox').uncheck();
    await dialog.getByRole('button', { name: 'Deactivate', exact: true }).click();
    await expect(dialog).toBeHidden();
    const held = { status: 'in_progress', assignedAgentId: barbara.id };
    expect(await api.getTask(kept.id)).toMatchObject(held);
    await page.getByRole('button', { name: 'Release', exact: true }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Release 1 task' }).click();
    await expect(page.getByRole('dialog')).toBeHidden();
    expect(await api.getTask(kept.id)).toMatchObject({ status: 'todo', assignedAgentId: null });
  });
});

test("keeps the filter of the agents in the URL, over a reload, and shows an agent's facts and tasks", async ({
  person,
  team,
  api,
}) => {
  const agent = await api.createAgent('Alan', 'Breaks codes');
  await api.createDoneTask(agent, 'Broken', { title: 'Break the code' });
  const held = await api.createHeldTask(agent, { title: 'Build the machine' });
  const asleep = await api.createAgent('Asleep');
  await api.agents.update({ agentId: asleep.id, status: 'inactive' });
  const { page } = await person('viewer');
  await page.goto(`${team.path}/agents`);

  await test.step('keeps the filter of the agents in the URL, over a reload', async () => {
    await page.getByText('Deactivated 1').click();
    await expect(rowOf(page, 'Alan')).toBeHidden();
    await expect(page).toHaveURL(/\?status=deactivated$/);
    await page.reload();
    await expect(rowOf(page, 'Asleep')).toBeVisible();
    await expect(rowOf(page, 'Alan')).toBeHidden();
  });

  await test.step("an agent's page shows its facts and its tasks by status, each with a link to the task", async () => {
    await page.getByText('All 2').click();
    await page.getByRole('link', { name: 'Alan' }).click();
    await expect(page.getByText('Breaks codes')).toBeVisible();
    const done = page.getByRole('region', { name: /Done/ }).getByRole('listitem');
    await expect(done).toHaveText(/Break the code/);
    const link = page
      .getByRole('region', { name: /In progress/ })
      .getByRole('link', { name: /Build the machine/ });
    await expect(link).toHaveAttribute('href', new RegExp(held.id));
    await expectAccessible(page);
  });
});
