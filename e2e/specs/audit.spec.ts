import type { Event } from '@crewboard/contracts';
import type { Locator, Page } from '@playwright/test';
import { createUser } from '../../apps/api/src/features/accounts/create-user.ts';
import { exportOf, insertEvents, openAudit, untilEventsAreVisible } from '../fixtures/audit.ts';
import { expectAccessible } from '../fixtures/axe.ts';
import { choose } from '../fixtures/choose.ts';
import { expect, test } from '../fixtures/test.ts';

const rowOf = (page: Page, text: string | RegExp): Locator => page.getByRole('row').filter({ hasText: text });

test('lists the events, and shows their details', async ({ person, team, api, db }) => {
  const { page } = await person('admin');
  const [ada, bob] = [await api.createAgent('Ada'), await api.createAgent('Bob')];
  const added = { name: 'Grace', email: `grace@${team.id}.test`, password: 'never used', teamId: team.id };
  await createUser({ ctx: { db }, input: { ...added, role: 'viewer' } });
  const { id } = await api.createTask({ title: 'Old title' });
  await api.tasks.update({ taskId: id, title: 'New title', priority: 'high' });
  const handedOver = await api.createHeldTask(ada, { title: 'Handed over' });
  await api.tasks.update({ taskId: handedOver.id, assignedAgentId: bob.id });
  await api.tasks.update({ taskId: handedOver.id, assignedAgentId: null, title: 'Released' });
  await api.createTask({ title: `A long title ${'without-a-space'.repeat(8)}` });
  const reason = 'The disk of the build machine is full. '.repeat(9);
  const { id: failedId } = await api.createHeldTask(ada, { title: 'Build the image' });
  await api.as(ada.token).tasks.fail({ taskId: failedId, reason });
  await api.createHeldTask(ada, { title: 'Fix the login' });

  await test.step('lists events from REST and the browser, the newest first', async () => {
    await page.goto(`${team.path}/settings/projects`);
    await page.getByRole('button', { name: 'New project' }).first().click();
    await page.getByRole('dialog').getByLabel('Name').fill('Website');
    await page.getByRole('dialog').getByRole('button', { name: 'Create project' }).click();
    await expect(page.getByRole('dialog')).toBeHidden();
    await untilEventsAreVisible(team, db);
    await page.getByRole('link', { name: 'Audit' }).click();
    await expect(page).toHaveURL(`${team.path}/audit`);
    await expect(page).toHaveTitle(/^Audit · Harbour/);
    const rows = page.getByRole('table', { name: 'Events' }).getByRole('row');
    for (const [place, text] of [
      /Person The admin.*created the project “Website”.*project\.created/,
      /Agent Ada.*claimed “Fix the login”.*task\.claimed/,
      /API key First key.*created “Fix the login”.*task\.created/,
    ].entries())
      await expect(rows.nth(place + 1)).toContainText(text);
  });

  await test.step('expands an event with the keyboard', () => expectDetails(page, id));

  await test.step('names both agents of an assignment, in the sentence and in the changes, and an added person with the role', async () => {
    await expect(rowOf(page, 'changed the assignee of “Handed over” from Ada to Bob')).toHaveCount(1);
    await expect(rowOf(page, 'added “Grace” as viewer')).toHaveCount(1);
    await expect(rowOf(page, 'of “Released”')).toContainText('(assignee from Bob to nobody)');
    const assignment = /^The whole event: .* changed the assignee of “Handed over”/;
    await page.getByRole('button', { name: assignment }).click();
    const changes = page.getByRole('table', { name: 'What changed' });
    const agents = `Ada ${ada.id}Bob ${bob.id}`;
    await expect(changes.getByRole('row', { name: 'assignedAgentId' })).toContainText(agents);
  });

  await test.step('shows the name of a task beside a long reason, which ends before the type', async () => {
    const row = rowOf(page, 'task.failed');
    const name = row.getByRole('button', { name: '“Build the image”', exact: true });
    expect(await name.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
    const reason = await row.getByText('The disk of the build machine').boundingBox();
    const type = await row.getByText('task.failed').boundingBox();
    expect((reason?.x ?? 0) + (reason?.width ?? 0)).toBeLessThanOrEqual(type?.x ?? 0);
  });

  await test.step('has no serious axe findings, and nothing overflows a small screen', async () => {
    await page.setViewportSize({ width: 360, height: 740 });
    await expectAccessible(page);
    const overflow = await page.getByRole('main').evaluate((main) => main.scrollWidth - main.clientWidth);
    expect(overflow).toBe(0);
  });
});

/** Expands the event that changed the title and the priority of this task, with the keyboard, and closes it. */
async function expectDetails(page: Page, taskId: string): Promise<void> {
  const toggle = page.getByRole('button', { name: /^The whole event: First key changed .*“New title”/ });
  await toggle.press('Enter');
  await expect(toggle).toHaveAttribute('aria-expanded', 'true');
  const changes = page.getByRole('table', { name: 'What changed' });
  await expect(changes.getByRole('row', { name: 'title' })).toContainText('Old titleNew title');
  await expect(changes.getByRole('row', { name: 'priority' })).toContainText('normalhigh');
  const json = await page.getByRole('region', { name: 'The event as JSON' }).locator('pre').textContent();
  const event: Event = JSON.parse(json ?? '');
  const expected = { type: 'task.updated', subject: { id: taskId }, snapshot: { title: 'New title' } };
  expect(event).toMatchObject(expected);
  for (const name of ['Event', 'Task', 'Actor', 'Request']) {
    await expect(page.getByRole('button', { name: `Copy: ${name} id` })).toBeVisible();
  }
  await expect(page.getByText(event.requestId ?? 'none', { exact: true })).toBeVisible();
  await toggle.press('Enter');
  await expect(changes).toBeHidden();
}

test('filters the events, and loads older ones page by page', async ({ person, team, api, db }) => {
  const agent = await api.createAgent('Ada');
  await api.createHeldTask(agent, { title: 'Fix the login' });
  await api.createTask({ title: 'Untouched' });
  const { page } = await person('owner');
  await openAudit(page, team, db);

  await test.step('keeps the filters in the URL', async () => {
    await choose(page, page.getByRole('combobox', { name: 'Actor' }), 'Ada');
    await expect(page).toHaveURL(new RegExp(`\\?actor=${agent.id}$`));
    await expect(rowOf(page, 'Untouched')).toBeHidden();
    await expect(rowOf(page, 'Ada')).toHaveCount(1);
    await page.goBack();
    await expect(rowOf(page, 'created “Untouched”')).toBeVisible();

    await choose(page, page.getByRole('combobox', { name: 'Subject type' }), 'Tasks');
    await choose(page, page.getByRole('combobox', { name: 'Event type' }), 'Task created');
    await choose(page, page.getByRole('combobox', { name: 'Time' }), 'Last hour');
    await expect(page).toHaveURL(/\?type=task\.created&subject=task&time=1h$/);
    await expect(page.getByRole('cell', { name: 'task.created' })).toHaveCount(2);
    await expect(page.getByRole('cell', { name: /agent\.|claimed/ })).toHaveCount(0);

    await page.getByRole('button', { name: '“Untouched”', exact: true }).click();
    await expect(rowOf(page, 'Fix the login')).toBeHidden();
    await page.reload();
    await expect(page.getByRole('cell', { name: 'task.created' })).toHaveCount(1);
    await page.getByRole('button', { name: 'Only “Untouched”' }).click();
    await expect(rowOf(page, 'Fix the login')).toBeVisible();
  });

  await insertEvents(team, db, 120);
  await test.step('changes and clears the filters of a link', async () => {
    await openAudit(page, team, db, '?to=2020-01-01T00:00Z&type=nonsense');
    await expect(page.getByText('Nothing matches these filters')).toBeVisible();
    await expectAccessible(page);
    await page.getByLabel('To', { exact: true }).fill('2100-01-01T00:00');
    await page.getByLabel('To', { exact: true }).press('Enter');
    await expect(page).toHaveURL(/\?to=2100-01-01T00:00:00\.000Z$/);
    await expect(rowOf(page, 'created “Task 120”')).toBeVisible();
    await page.getByRole('button', { name: 'Clear', exact: true }).click();
    await expect(page).toHaveURL(/\/audit$/);
  });

  await test.step('loads older events page by page', async () => {
    const cells = page.getByRole('cell', { name: 'task.created' });
    await choose(page, page.getByRole('combobox', { name: 'Event type' }), 'Task created');
    for (const count of [50, 100]) {
      await expect(cells).toHaveCount(count);
      await page.getByRole('button', { name: 'Load more' }).click();
    }
    await expect(cells).toHaveCount(122);
    await expect(page.getByText('122 events, and nothing earlier')).toBeVisible();
  });
});

test('finds an event under a filter behind more than 10,000 others', async ({ person, team, api, db }) => {
  const ada = await api.createAgent('Ada');
  await api.createHeldTask(ada, { title: 'Long ago' });
  await insertEvents(team, db, 10_050);
  const { page } = await person('admin');
  await openAudit(page, team, db, `?actor=${ada.id}`);
  await expect(rowOf(page, 'claimed “Long ago”')).toHaveCount(1);
  await expect(page.getByText('and nothing earlier')).toBeVisible();
});

test('announces newer events, and shows them on request', async ({ person, team, api, db }) => {
  await api.createTask({ title: 'Shown at first' });
  const { page } = await person('admin');
  await openAudit(page, team, db, '?type=task.created');
  await expect(rowOf(page, 'created “Shown at first”')).toBeVisible();
  await expect(page.getByText(/^\d+ new events?$/)).toHaveCount(0);
  const { id } = await api.createTask({ title: 'Came later' });
  await expect(page.getByText('1 new event', { exact: true })).toBeVisible();
  await expect(page.getByRole('status').filter({ hasText: 'There are new events.' })).toBeAttached();
  await api.moveTask(id, 'done');
  await api.createTask({ title: 'Came last' });
  await expect(page.getByText('2 new events', { exact: true })).toBeVisible();
  await expect(rowOf(page, 'Came')).toHaveCount(0);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Show', exact: true }).click();
  await expect(rowOf(page, 'Came')).toHaveCount(2);
  await expect(page.getByText(/^\d+ new events?$/)).toHaveCount(0);
});

test('returns a 404 for the audit and a 403 for the export to members and viewers, and links to neither', async ({
  person,
  team,
}) => {
  const { page, context } = await person('member');
  const { context: viewers } = await person('viewer');
  // It is a 200 while the API takes longer than 1.5 s, for which no page waits.
  for (const { request } of [context, viewers])
    await expect.poll(async () => (await request.get(`${team.path}/audit`)).status()).toBe(404);
  await page.goto(`${team.path}/audit`);
  await expect(page.getByText('An admin role is needed')).toBeVisible();
  await expect(page.getByText('Your role (member) does not allow this page.')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Agents' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Audit' })).toHaveCount(0);
  await expectAccessible(page);
  for (const { request } of [context, viewers])
    expect((await request.get(exportOf(team, 'format=jsonl'))).status()).toBe(403);
});
