import type { Page } from '@playwright/test';
import { expectAccessibleDialog } from '../fixtures/axe.ts';
import { cardOf, columnOf, dragTo, expectAnnounced } from '../fixtures/board.ts';
import { choose } from '../fixtures/choose.ts';
import { pressMenuItem } from '../fixtures/menu.ts';
import { expect, test } from '../fixtures/test.ts';
import { failureOf, keepToasts, toastOf } from '../fixtures/toast.ts';

const panelOf = (page: Page) => page.getByRole('complementary');
const undo = (page: Page, text: string) => toastOf(page, text).getByRole('button', { name: 'Undo' }).click();

test('cancels and reopens a task only on purpose', async ({ person, team, api }) => {
  const agent = await api.createAgent('Ada');
  const { id } = await api.createTask({ title: 'Clicked twice' });
  await api.moveTask(id, 'cancelled');
  const held = await api.createHeldTask(agent, { title: 'Under way' });
  const { page } = await person('member');
  await keepToasts(page);
  await page.goto(`${team.path}/board/tasks/${id}`);

  await test.step('ignores the second click of a double click on Reopen or Cancel task', async () => {
    const reopen = panelOf(page).getByRole('button', { name: 'Reopen' });
    const cancel = panelOf(page).getByRole('button', { name: 'Cancel task' });

    for (const [button, label, status] of [
      [reopen, 'Reopened', 'todo'],
      [cancel, 'Cancelled', 'cancelled'],
    ] as const) {
      const box = await button.boundingBox();
      const { version } = await api.getTask(id);
      await button.click();
      await expect(toastOf(page, label)).toBeVisible();
      await page.mouse.click((box?.x ?? 0) + 20, (box?.y ?? 0) + 10);
      await expect(panelOf(page)).toBeFocused();
      expect(await api.getTask(id)).toMatchObject({ status, version: version + 1 });
    }
  });

  await test.step('asks before cancelling a task that an agent works on, also on dragging', async () => {
    const question = page.getByRole('dialog', { name: 'Cancel this task?' });
    await cardOf(page, 'Under way').click();
    await expect(panelOf(page).getByLabel('Title')).toHaveValue('Under way');
    await panelOf(page).getByRole('button', { name: 'Cancel task' }).dblclick();
    await expect(question).toContainText('Ada is working on “Under way”.');
    await expectAccessibleDialog(page);
    await question.getByRole('button', { name: 'Keep the task' }).click();
    await expect(question).toBeHidden();
    await expect(panelOf(page).getByRole('button', { name: 'Cancel task' })).toBeFocused();
    expect((await api.getTask(held.id)).status).toBe('in_progress');
    await page.keyboard.press('Escape');

    await dragTo(page, cardOf(page, 'Under way'), columnOf(page, 'Cancelled'));
    await expect(question).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(question).toBeHidden();
    await expect(columnOf(page, 'In progress')).toContainText('Under way');
    await dragTo(page, cardOf(page, 'Under way'), columnOf(page, 'Cancelled'));
    await question.getByRole('button', { name: 'Cancel task' }).click();
    await expect(columnOf(page, 'Cancelled')).toContainText('Under way');

    await toastOf(page, 'Under way').getByRole('button', { name: 'Undo' }).click();
    await expect(toastOf(page, 'Its agent holds it again.')).toBeVisible();
    await expect(columnOf(page, 'In progress')).toContainText('Under way');
    expect(await api.getTask(held.id)).toMatchObject({ status: 'in_progress', assignedAgentId: agent.id });
    await api.as(agent.token).tasks.complete({ taskId: held.id, result: 'Done after all' });
  });
});

test('undoes changes with the toast or Ctrl+Z', async ({ person, team, api }) => {
  const [ada, bob] = [await api.createAgent('Ada'), await api.createAgent('Bob')];
  const { id } = await api.createHeldTask(ada, { title: 'Back again' });
  const answered = await api.createDoneTask(ada, 'Forty-two', { title: 'Answered' });
  const taken = await api.createTask({ title: 'Taken meanwhile' });
  await api.moveTask(taken.id, 'done');
  const { page } = await person('member');
  await keepToasts(page);
  const now = async () => {
    const { status, assignedAgentId } = await api.getTask(id);
    return { status, assignedAgentId };
  };
  const held = { status: 'in_progress', assignedAgentId: ada.id };
  await page.goto(`${team.path}/board`);

  await test.step('undoes a move, a reassignment and a release', async () => {
    await dragTo(page, cardOf(page, 'Back again'), columnOf(page, 'To do'));
    await expectAnnounced(page, 'Moved “Back again” from In progress to To do.');
    expect(await now()).toEqual({ status: 'todo', assignedAgentId: null });
    await undo(page, 'Moved to To do');
    await expect(toastOf(page, 'Undone')).toBeVisible();
    await expect(columnOf(page, 'In progress').getByRole('img', { name: /Ada/ })).toBeVisible();
    expect(await now()).toEqual(held);
    await expect(columnOf(page, 'In progress').getByRole('heading')).toContainText('1');
    await expect(columnOf(page, 'To do').getByRole('heading')).toContainText('0');

    await cardOf(page, 'Back again').click();
    const assignee = panelOf(page).getByLabel('Assignee', { exact: true });
    await choose(page, assignee, 'Bob');
    await expect(toastOf(page, 'Assigned to Bob')).toBeVisible();
    expect(await now()).toEqual({ status: 'in_progress', assignedAgentId: bob.id });
    await panelOf(page).focus();
    await page.keyboard.press('Control+z');
    await expect(assignee).toHaveValue('Ada');
    await expect.poll(now).toEqual(held);

    await choose(page, assignee, 'Nobody');
    await undo(page, 'Moved to To do');
    await expect(assignee).toHaveValue('Ada');
    await expect.poll(now).toEqual(held);

    await panelOf(page).getByRole('button', { name: 'Release…' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Release task' }).click();
    await expectAnnounced(page, 'Released “Back again”. It is in To do.');
    await undo(page, 'Released');
    await expect(assignee).toHaveValue('Ada');
    await expect.poll(now).toEqual(held);
    await page.keyboard.press('Escape');
    await expect(panelOf(page)).toBeHidden();
  });

  await test.step('undoes a reopening with the agent and the result', async () => {
    await cardOf(page, 'Answered').click();
    await expect(panelOf(page).getByLabel('Title')).toHaveValue('Answered');
    await panelOf(page).getByRole('button', { name: 'Reopen' }).click();
    await undo(page, 'Reopened');
    await expect(columnOf(page, 'Done').getByRole('img', { name: /Ada/ })).toBeVisible();
    await expect
      .poll(() => api.getTask(answered.id))
      .toMatchObject({ status: 'done', assignedAgentId: ada.id, result: 'Forty-two' });
    await page.keyboard.press('Escape');
    await expect(panelOf(page)).toBeHidden();
  });

  await test.step('does not undo over a later change of another person', async () => {
    await dragTo(page, cardOf(page, 'Taken meanwhile'), columnOf(page, 'To do'));
    await expect(toastOf(page, 'Reopened')).toContainText('Taken meanwhile');
    await api.as(ada.token).tasks.claim({ taskId: taken.id });
    await undo(page, 'Reopened');
    await expect(failureOf(page, 'Not undone')).toContainText('“Taken meanwhile” was changed meanwhile.');
    await expect(columnOf(page, 'In progress')).toContainText('Taken meanwhile');
    await expect(columnOf(page, 'Done')).not.toContainText('Taken meanwhile');
    expect(await api.getTask(taken.id)).toMatchObject({ status: 'in_progress', assignedAgentId: ada.id });
  });

  await test.step('announces a change without Undo if another actor changed the task at the same time', async () => {
    const ofTwo = await api.createTask({ title: 'Of two' });
    await page.reload();
    await page.route(/tasks\.move/, async (route) => {
      await api.tasks.update({ taskId: ofTwo.id, priority: 'high' });
      await route.fallback();
    });
    await dragTo(page, cardOf(page, 'Of two'), columnOf(page, 'Done'));
    await expectAnnounced(page, 'Moved “Of two” from To do to Done.');
    await expect(page.getByRole('button', { name: 'Undo' })).toHaveCount(0);
  });
});

test('undoes a pause, an archived project and a dependency from the page of another team', async ({
  person,
  team,
  otherTeam,
  api,
  db,
}) => {
  await api.createAgent('Ada');
  const { page, userId } = await person('admin');
  await keepToasts(page);
  await db.pool.query(`insert into members (team_id, user_id, role) values ($1, $2, 'viewer')`, [
    otherTeam.id,
    userId,
  ]);
  const goElsewhere = async () => {
    await page.getByRole('button', { name: /Harbour/ }).click();
    await pressMenuItem(page.getByRole('menuitem', { name: 'Elsewhere' }));
    await expect(page).toHaveURL(new RegExp(otherTeam.path));
  };

  await test.step('a pause', async () => {
    await page.goto(`${team.path}/agents`);
    await page.getByRole('button', { name: 'Actions for Ada' }).click();
    await pressMenuItem(page.getByRole('menuitem', { name: 'Pause' }));
    await page.getByRole('dialog').getByLabel('Reason').fill('By mistake');
    await page.getByRole('dialog').getByRole('button', { name: 'Pause' }).click();
    await expect(toastOf(page, 'Paused')).toBeVisible();
    await goElsewhere();
    await undo(page, 'Paused');
    await expect.poll(async () => (await api.agents.list())[0]?.paused).toBe(null);
  });

  await test.step('an archived project', async () => {
    await page.goto(`${team.path}/settings/projects`);
    await page.getByRole('button', { name: 'Archive General' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Archive' }).click();
    await expect(toastOf(page, 'Archived')).toBeVisible();
    await goElsewhere();
    await undo(page, 'Archived');
    const archivedAt = async () => (await api.projects.get({ projectId: team.projectId })).archivedAt;
    await expect.poll(archivedAt).toBe(null);
  });

  await test.step('a removed dependency, of a task that was changed meanwhile', async () => {
    const blocker = await api.createTask({ title: 'Weave the sail' });
    const { id } = await api.createTask({ title: 'Set the sail', blockedBy: [blocker.id] });
    await page.goto(`${team.path}/board/tasks/${id}`);
    await page.getByRole('button', { name: '“Weave the sail”: remove' }).click();
    await expect(toastOf(page, 'Dependency removed')).toBeVisible();
    await goElsewhere();
    await api.tasks.update({ taskId: id, priority: 'high' });
    await undo(page, 'Dependency removed');
    const now = () => api.getTask(id);
    await expect.poll(now).toMatchObject({ blockedBy: [blocker.id], priority: 'high' });
  });
});

test.describe('with a clock of its own', () => {
  test.use({ hasFreshContexts: true });

  test('times each toast on its own, and restarts the timer of a repeated failure', async ({
    person,
    team,
    api,
  }) => {
    await api.createTask({ title: 'First' });
    await api.createTask({ title: 'Second' });
    await api.createTask({ title: 'Third' });
    const { page } = await person('member');
    await page.clock.install();
    await page.goto(`${team.path}/board`);
    await dragTo(page, cardOf(page, 'First'), columnOf(page, 'Done'));
    await expect(toastOf(page, 'First')).toBeVisible();
    await page.clock.fastForward(6_000);
    await dragTo(page, cardOf(page, 'Second'), columnOf(page, 'Done'));
    await page.clock.fastForward(6_000);
    await expect(toastOf(page, 'First')).toHaveCount(0);
    await dragTo(page, cardOf(page, 'Third'), columnOf(page, 'Done'));
    // None goes while the pointer is on the stack: another one would get under it.
    await toastOf(page, 'Third').hover();
    await toastOf(page, 'Second').hover();
    await page.clock.fastForward(30_000);
    await expect(toastOf(page, 'Third')).toBeVisible();
    await expect(toastOf(page, 'Second')).toBeVisible();
    await page.mouse.move(0, 0);
    await page.clock.fastForward(11_000);
    await expect(toastOf(page, 'Second')).toHaveCount(0);
    await expect(toastOf(page, 'Third')).toHaveCount(0);

    await page.route(/tasks\.move/, (route) => route.abort());
    const fail = async () => {
      const failed = page.waitForEvent('requestfailed');
      await dragTo(page, cardOf(page, 'First'), columnOf(page, 'To do'));
      await failed;
      await expect(columnOf(page, 'Done')).toContainText('First');
    };
    await fail();
    await expect(failureOf(page, 'cannot be reached')).toBeVisible();
    await page.clock.fastForward(6_000);
    await fail();
    await page.clock.fastForward(3_000);
    await expect(failureOf(page, 'cannot be reached')).toHaveCount(1);
  });
});
