import { join } from 'node:path';
import type { AgentWithToken } from '@crewboard/contracts';
import { test } from '../fixtures/behind-gate.ts';
import { cardOf, columnOf, dragTo } from '../fixtures/board.ts';
import { choose } from '../fixtures/choose.ts';
import { withHydration } from '../fixtures/hydration.ts';
import { openSession } from '../fixtures/people.ts';
import type { TeamClient } from '../fixtures/team-client.ts';
import { expect } from '../fixtures/test.ts';
import { readServiceAddress } from '../service/address.ts';
import { openGate } from '../service/api-gate.ts';
import { startApi } from '../service/start-api.ts';
import { startWeb } from '../service/start-web.ts';

const claim = (api: TeamClient, agent: AgentWithToken, taskId: string) =>
  api.as(agent.token).tasks.claim({ taskId });
const complete = (api: TeamClient, agent: AgentWithToken, taskId: string, result: string) =>
  api.as(agent.token).tasks.complete({ taskId, result });

test('updates the boards of two people with what they and an agent do', async ({ person, team, api }) => {
  const agent = await api.createAgent('Ada');
  const task = await api.createTask({ title: 'Follow me' });
  const [one, other] = [(await person('member')).page, (await person('viewer')).page];
  for (const page of [one, other]) await page.goto(`${team.path}/board`);

  await claim(api, agent, task.id);
  for (const page of [one, other]) {
    await expect(columnOf(page, 'In progress')).toContainText('Follow me');
    await expect(columnOf(page, 'In progress').getByRole('heading')).toContainText('1');
    await expect(columnOf(page, 'To do')).not.toContainText('Follow me');
    await expect(columnOf(page, 'To do').getByRole('heading')).toContainText('0');
    await expect(cardOf(page, 'Follow me')).toContainText('AD');
  }

  await dragTo(one, cardOf(one, 'Follow me'), columnOf(one, 'Cancelled'));
  await one.getByRole('dialog').getByRole('button', { name: 'Cancel task' }).click();
  await expect(columnOf(other, 'Cancelled')).toContainText('Follow me');
  await expect(columnOf(other, 'Cancelled').getByRole('heading')).toContainText('1');
  await expect(columnOf(one, 'Cancelled').getByRole('heading')).toContainText('1');

  await api.createTask({ title: 'Out of nowhere' });
  for (const page of [one, other]) {
    await expect(columnOf(page, 'To do')).toContainText('Out of nowhere');
    await expect(columnOf(page, 'To do').getByRole('heading')).toContainText('1');
  }
});

test('updates the board, also a filtered one', async ({ person, team, api }) => {
  const agent = await api.createAgent('Ada');
  const filtered = await api.createTask({ title: 'Might matter', priority: 'low' });
  const { page } = await person('viewer');
  await page.goto(`${team.path}/board`);

  await test.step('counts claims and completions in the header, and keeps the focus on a card that moves', async () => {
    await expect(page.getByRole('img', { name: /0 claimed, 0 completed/ })).toBeVisible();
    const focused = await api.createTask({ title: 'Focused' });
    await cardOf(page, 'Focused').focus();
    await claim(api, agent, focused.id);
    await expect(columnOf(page, 'In progress')).toContainText('Focused');
    await expect(cardOf(page, 'Focused')).toBeFocused();
    await expect(page.getByRole('img', { name: /1 claimed, 0 completed/ })).toBeVisible();
    await complete(api, agent, focused.id, 'Done');
    await expect(page.getByRole('img', { name: /1 claimed, 1 completed/ })).toBeVisible();
  });

  await test.step('counts the comments of a task on its card, also after it moves and after a reload', async () => {
    const discussed = await api.createTask({ title: 'Discussed' });
    await expect(cardOf(page, 'Discussed')).not.toContainText('comment');
    for (const count of ['1 comment', '2 comments']) {
      await api.comments.create({ taskId: discussed.id, body: 'Why?' });
      await expect(cardOf(page, 'Discussed')).toContainText(count);
    }
    await api.moveTask(discussed.id, 'in_progress');
    await expect(columnOf(page, 'In progress')).toContainText('Discussed');
    await expect(cardOf(page, 'Discussed')).toContainText('2 comments');
    await page.reload();
    await expect(cardOf(page, 'Discussed')).toContainText('2 comments');
    await api.moveTask(discussed.id, 'cancelled');
  });

  await test.step('animates a card that moves, but not with reduced motion', async () => {
    await page.evaluate(() => {
      const { animate } = Element.prototype;
      Element.prototype.animate = function (...args) {
        if (this instanceof HTMLElement && this.dataset.taskId) document.title += ' moved';
        return animate.apply(this, args);
      };
    });
    for (const [reducedMotion, title] of [
      ['reduce', /^(?!.* moved)/],
      ['no-preference', /( moved){2}$/],
    ] as const) {
      await page.emulateMedia({ reducedMotion });
      const task = await api.createTask({ title: `With ${reducedMotion}`, assignedAgentId: agent.id });
      await expect(columnOf(page, 'To do')).toContainText(task.title);
      await page.evaluate(() => {
        document.title = document.title.replaceAll(' moved', '');
      });
      await claim(api, agent, task.id);
      await expect(columnOf(page, 'In progress')).toContainText(task.title);
      await expect(page).toHaveTitle(title);
    }
  });

  await test.step('adds tasks that match a filter, and removes those that do not', async () => {
    await choose(page, page.getByRole('combobox', { name: 'Priority' }), 'High');
    await expect(page.getByText('Might matter')).toHaveCount(0);
    await api.tasks.update({ taskId: filtered.id, priority: 'high' });
    await expect(cardOf(page, 'Might matter')).toBeVisible();
    await api.tasks.update({ taskId: filtered.id, priority: 'normal' });
    await expect(page.getByText('Might matter')).toHaveCount(0);
  });
});

test('updates the pages of agents and the panel of a task', async ({ person, team, api }) => {
  const agent = await api.createAgent('Ada');
  const task = await api.createTask({ title: 'By Ada' });
  const watched = await api.createTask({ title: 'Watched' });
  const { page } = await person('member');
  await page.goto(`${team.path}/agents`);

  await test.step('updates the pages of agents live', async () => {
    const row = page.getByRole('row', { name: /Ada/ });
    await api.createAgent('Bea');
    await expect(page.getByRole('row', { name: /Bea/ })).toBeVisible();
    await claim(api, agent, task.id);
    await expect(row.getByRole('cell').filter({ hasText: /^1$/ })).toHaveCount(1);
    await page.getByRole('link', { name: 'Ada' }).click();
    await expect(page.getByText('0 in 30 days')).toBeVisible();
    await complete(api, agent, task.id, 'Done');
    await expect(page.getByText('1 in 30 days')).toBeVisible();
    await expect(page.getByRole('listitem', { name: /^\w+ \d+: 1$/ })).toHaveCount(1);
  });

  await test.step('shows events and comments live in the panel', async () => {
    await page.getByRole('link', { name: 'Board', exact: true }).click();
    await cardOf(page, 'Watched').click();
    const panel = page.getByRole('complementary', { name: 'Watched' });
    await expect(panel.getByText('created the task')).toBeVisible();

    await claim(api, agent, watched.id);
    await expect(panel.getByText('Ada claimed it')).toBeVisible();
    await api.as(agent.token).comments.create({ taskId: watched.id, body: 'Which **one**?' });
    await expect(panel.getByText('Which one?')).toBeVisible();

    await panel.getByRole('textbox', { name: 'Comment' }).fill('The first <b>one</b>.');
    await panel.getByRole('button', { name: 'Comment' }).click();
    await expect(panel.getByText('The first <b>one</b>.')).toHaveCount(1);
    await expect(panel.getByRole('textbox', { name: 'Comment' })).toHaveValue('');
    const said = await api.comments.list({ taskId: watched.id });
    expect(said.map(({ body }) => body)).toEqual(['Which **one**?', 'The first <b>one</b>.']);

    // The button stays under the pointer from the press to the release.
    await panel.getByRole('textbox', { name: 'Comment' }).fill('Sent meanwhile');
    // Until the history has been read again after the comment before, a press would do nothing.
    await expect(panel.getByRole('button', { name: 'Comment' })).toBeEnabled();
    await panel.getByRole('button', { name: 'Comment' }).hover();
    await page.mouse.down();
    await api.as(agent.token).comments.create({ taskId: watched.id, body: 'One\n\nTwo\n\nThree' });
    await api.createTask({ title: 'After the comment' });
    await expect(cardOf(page, 'After the comment')).toBeVisible();
    await page.mouse.up();
    await expect(panel.getByRole('listitem').getByText('Sent meanwhile')).toBeVisible();
    await expect(panel.getByText('Three')).toBeVisible();

    await complete(api, agent, watched.id, 'Found the first one');
    await expect(panel.getByText('Ada completed it')).toBeVisible();
    await expect(panel.getByText('Found the first one')).toBeVisible();
    await api.moveTask(watched.id, 'todo');
    await expect(panel.getByText('moved it from Done to To do and took it from Ada')).toBeVisible();
  });
});

test('catches up after an interruption', async ({ guest, gate, team, api, db }) => {
  const agent = await api.createAgent('Ada');
  const task = await api.createTask({ title: 'Meanwhile' });
  const buried = await api.createTask({ title: 'Buried' });
  const page = await guest('member');
  await page.goto(`${team.path}/board`);
  await expect(columnOf(page, 'To do')).toContainText('Meanwhile');

  await test.step('says that the API is unreachable, and catches up afterwards', async () => {
    await gate.shut();
    await expect(page.getByRole('status').filter({ hasText: 'Live updates are interrupted' })).toBeVisible();
    await claim(api, agent, task.id);
    await api.createTask({ title: 'New meanwhile' });
    await gate.reopen();
    await expect(columnOf(page, 'In progress')).toContainText('Meanwhile');
    await expect(columnOf(page, 'To do')).toContainText('New meanwhile');
    await expect(page.getByText('Live updates are interrupted')).toHaveCount(0);
  });

  await test.step('refetches the board after too many missed events', async () => {
    await expect(columnOf(page, 'To do').getByRole('heading')).toContainText('2');
    await gate.shut();
    await api.moveTask(buried.id, 'done');
    // More than maxMissedEvents, so the page refetches.
    await db.pool.query(
      `insert into events (team_id, actor_kind, type, subject_type, subject_id, snapshot)
       select $1, 'system', 'agent.updated', 'agent', 'nobody', '{}' from generate_series(1, 600)`,
      [team.id],
    );
    await gate.reopen();
    await expect(columnOf(page, 'Done')).toContainText('Buried');
    await expect(columnOf(page, 'To do').getByRole('heading')).toContainText('1');
  });
});

test('counts a task of this page once, applies a role change at once, and notifies a removed member', async ({
  person,
  team,
  db,
}) => {
  const { page, userId } = await person('member');
  await page.goto(`${team.path}/board`);
  for (const title of ['First', 'Second']) {
    await page.getByRole('button', { name: 'New task' }).first().click();
    const form = page.getByRole('dialog', { name: 'New task' });
    await form.getByLabel('Title').fill(title);
    await form.getByRole('button', { name: 'Create task' }).click();
    await expect(columnOf(page, 'To do')).toContainText(title);
  }
  await expect(columnOf(page, 'To do').getByRole('heading')).toHaveText(/To do\s*2$/);
  await db.pool.query(`update members set role = 'viewer' where user_id = $1`, [userId]);
  await expect(page.getByRole('button', { name: 'New task' })).toHaveCount(0);
  await db.pool.query('delete from members where user_id = $1', [userId]);
  await expect(page.getByRole('heading', { name: 'You are no longer a member of Harbour' })).toBeVisible();
  expect((await page.request.get(`${team.path}/board`)).status()).toBe(404);
});

test('continues with the other API process when one is killed', async ({ browser, account, team, api, db }, {
  outputDir,
}) => {
  const { apiUrl, databaseUrl, appSecret } = readServiceAddress();
  const second = await startApi({ databaseUrl, appSecret, logFile: join(outputDir, 'api.log') });
  const gate = await openGate(second.apiUrl, apiUrl);
  const web = await startWeb({ apiUrl: gate.url, appSecret, logFile: join(outputDir, 'web.log') });
  const context = await browser.newContext({ baseURL: web.webUrl });
  try {
    await openSession(db, context, await account('member'), web.webUrl);
    const page = withHydration(await context.newPage());
    await page.goto(`${team.path}/board`);
    // The change is made by the process that the board is not connected to.
    await api.createTask({ title: 'Before' });
    await expect(columnOf(page, 'To do')).toContainText('Before');
    second.kill();
    await api.createTask({ title: 'Just then' });
    await expect(columnOf(page, 'To do')).toContainText('Just then');
    await api.createTask({ title: 'After' });
    await expect(columnOf(page, 'To do')).toContainText('After');
    await dragTo(page, cardOf(page, 'After'), columnOf(page, 'Done'));
    await expect(columnOf(page, 'Done').getByRole('heading')).toContainText('1');
  } finally {
    await context.close();
    await web.stop();
    await gate.shut();
    await second.stop();
  }
});
