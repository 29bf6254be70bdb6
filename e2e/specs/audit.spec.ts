import type { Event } from '@crewboard/contracts';
import type { Locator, Page } from '@playwright/test';
import { createUser } from '../../apps/api/src/features/accounts/create-user.ts';
import { exportOf, insertEvents, openAudit } from '../fixtures/audit.ts';
import { expectAccessible } from '../fixtures/axe.ts';
import { choose } from '../fixtures/choose.ts';
import { expect, test } from '../fixtures/test.ts';

const rowOf = (page: Page, text: string | RegExp): Locator => page.getByRole('row').filter({ hasText: text });

test('lists events from REST and the browser, the newest first', async ({ person, team, api }) => {
  const { page } = await person('admin');
  const agent = await api.createAgent('Ada');
  await api.createHeldTask(agent, { title: 'Fix the login' });
  await page.goto(`${team.path}/settings/projects`);
  await page.getByRole('button', { name: 'New project' }).first().click();
  await page.getByRole('dialog').getByLabel('Name').fill('Website');
  await page.getByRole('dialog').getByRole('button', { name: 'Create project' }).click();
  await expect(page.getByRole('dialog')).toBeHidden();

  await page.getByRole('link', { name: 'Audit' }).click();
  await expect(page).toHaveURL(`${team.path}/audit`);
  await expect(page).toHaveTitle(/^Audit · Harbour/);
  await openAudit(page, `${team.path}/audit`, rowOf(page, 'Website'));
  const rows = page.getByRole('table', { name: 'Events' }).getByRole('row');
  await expect(rows.nth(1)).toContainText(
    /Person The admin.*created the project “Website”.*project\.created/,
  );
  await expect(rows.nth(2)).toContainText(/Agent Ada.*claimed “Fix the login”.*task\.claimed/);
  await expect(rows.nth(3)).toContainText(/API key First key.*created “Fix the login”.*task\.created/);
});

test('filters the events, keeps the filters in the URL, and clears them', async ({ person, team, api }) => {
  const agent = await api.createAgent('Ada');
  await api.createHeldTask(agent, { title: 'Fix the login' });
  await api.createTask({ title: 'Untouched' });
  const { page } = await person('owner');
  await openAudit(page, `${team.path}/audit`, rowOf(page, 'created “Untouched”'));

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

  await page.goto(`${team.path}/audit?to=2020-01-01T00:00Z&type=nonsense`);
  await expect(page.getByText('Nothing matches these filters')).toBeVisible();
  await page.getByLabel('To', { exact: true }).fill('2100-01-01T00:00');
  await page.getByLabel('To', { exact: true }).press('Enter');
  await expect(page).toHaveURL(/\?to=2100-01-01T00:00:00\.000Z$/);
  await expect(rowOf(page, 'created “Untouched”')).toBeVisible();
  await page.getByRole('button', { name: 'Clear', exact: true }).click();
  await expect(page).toHaveURL(/\/audit$/);
});

test('expands an event with the keyboard', async ({ person, team, api }) => {
  const { id } = await api.createTask({ title: 'Old title' });
  await api.request('PATCH', `/api/tasks/${id}`, { title: 'New title', priority: 'high' });
  const { page } = await person('admin');
  const toggle = page.getByRole('button', { name: /^The whole event: First key changed/ });
  await openAudit(page, `${team.path}/audit`, toggle);
  await toggle.press('Enter');
  await expect(toggle).toHaveAttribute('aria-expanded', 'true');
  const changes = page.getByRole('table', { name: 'What changed' });
  await expect(changes.getByRole('row', { name: 'title' })).toContainText('Old titleNew title');
  await expect(changes.getByRole('row', { name: 'priority' })).toContainText('normalhigh');
  const json = await page.getByRole('region', { name: 'The event as JSON' }).locator('pre').textContent();
  const event: Event = JSON.parse(json ?? '');
  expect(event).toMatchObject({ type: 'task.updated', subject: { id }, snapshot: { title: 'New title' } });
  for (const name of ['Event', 'Task', 'Actor', 'Request']) {
    await expect(page.getByRole('button', { name: `Copy: ${name} id` })).toBeVisible();
  }
  await expect(page.getByText(event.requestId ?? 'none', { exact: true })).toBeVisible();
  await toggle.press('Enter');
  await expect(changes).toBeHidden();
});

test('names both agents of an assignment, in the sentence and in the changes, and an added person with the role', async ({
  person,
  team,
  api,
  db,
}) => {
  const [ada, bob] = [await api.createAgent('Ada'), await api.createAgent('Bob')];
  const added = { name: 'Grace', email: `grace@${team.id}.test`, password: 'never used', teamId: team.id };
  await createUser({ ctx: { db }, input: { ...added, role: 'viewer' } });
  const { id } = await api.createHeldTask(ada, { title: 'Handed over' });
  const path = `/api/tasks/${id}`;
  await api.request('PATCH', path, { assignedAgentId: bob.id });
  await api.request('PATCH', path, { assignedAgentId: null, title: 'Released' });
  const { page } = await person('admin');
  const last = rowOf(page, 'of “Released”');
  await openAudit(page, `${team.path}/audit`, last);
  await expect(rowOf(page, 'changed the assignee of “Handed over” from Ada to Bob')).toHaveCount(1);
  await expect(rowOf(page, 'added “Grace” as viewer')).toHaveCount(1);
  await expect(last).toContainText('(assignee from Bob to nobody)');
  await page
    .getByRole('button', { name: /^The whole event: .* changed the assignee of “Handed over”/ })
    .click();
  const changes = page.getByRole('table', { name: 'What changed' });
  await expect(changes.getByRole('row', { name: 'assignedAgentId' })).toContainText(
    `Ada ${ada.id}Bob ${bob.id}`,
  );
});

test('announces newer events, and shows them on request', async ({ person, team, api }) => {
  await api.createTask({ title: 'Shown at first' });
  const { page } = await person('admin');
  const shown = rowOf(page, 'created “Shown at first”');
  await openAudit(page, `${team.path}/audit?type=task.created`, shown);
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

test('loads older events page by page', async ({ person, team, db }) => {
  await insertEvents(team, db, 120);
  const { page } = await person('admin');
  const cells = page.getByRole('cell', { name: 'task.created' });
  await openAudit(page, `${team.path}/audit?type=task.created`, cells);
  await expect(cells).toHaveCount(50);
  await page.getByRole('button', { name: 'Load more' }).click();
  await expect(cells).toHaveCount(100);
  await page.getByRole('button', { name: 'Load more' }).click();
  await expect(cells).toHaveCount(120);
  await expect(page.getByText('120 events, and nothing before')).toBeVisible();
});

test('returns a 404 for the audit and a 403 for the export to members and viewers, and links to neither', async ({
  person,
  team,
}) => {
  const { page, context } = await person('member');
  await page.goto(`${team.path}/board`);
  await expect(page.getByRole('link', { name: 'Agents' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Audit' })).toHaveCount(0);
  expect((await page.goto(`${team.path}/audit`))?.status()).toBe(404);
  await expect(page.getByText('An admin role is needed')).toBeVisible();
  await expect(page.getByText('Your role (member) does not allow this page.')).toBeVisible();
  await expectAccessible(page);
  const { context: viewers } = await person('viewer');
  expect((await viewers.request.get(`${team.path}/audit`)).status()).toBe(404);
  for (const { request } of [context, viewers])
    expect((await request.get(exportOf(team, 'format=jsonl'))).status()).toBe(403);
});

test('has no serious axe findings on the audit, and nothing overflows a small screen', async ({
  person,
  team,
  api,
}) => {
  const task = await api.createTask({ title: `A long title ${'without-a-space'.repeat(8)}` });
  await api.request('PATCH', `/api/tasks/${task.id}`, { priority: 'high' });
  const { page } = await person('admin');
  const toggle = page.getByRole('button', { name: /^The whole event.*changed the priority/ });
  await openAudit(page, `${team.path}/audit?id=${task.id}`, toggle);
  await toggle.click();
  await expect(page.getByRole('table', { name: 'What changed' })).toBeVisible();
  await expectAccessible(page);
  await page.setViewportSize({ width: 360, height: 740 });
  await expectAccessible(page);
  const overflow = await page.getByRole('main').evaluate((main) => main.scrollWidth - main.clientWidth);
  expect(overflow).toBe(0);
  await page.goto(`${team.path}/audit?type=agent.created`);
  await expect(page.getByText('Nothing matches these filters')).toBeVisible();
  await expectAccessible(page);
});
