import type { Database } from '@crewboard/db';
import type { Page } from '@playwright/test';
import { expectAccessible, expectAccessibleDialog } from '../fixtures/axe.ts';
import { holdRequests } from '../fixtures/held-requests.ts';
import { withHydration } from '../fixtures/hydration.ts';
import { generateMembers, insertMembers } from '../fixtures/members-in-bulk.ts';
import { pressMenuItem } from '../fixtures/menu.ts';
import { expect, type Person, type Team, test } from '../fixtures/test.ts';
import { closeToast, failureOf, keepToasts, toastOf } from '../fixtures/toast.ts';

const rowOf = (page: Page, name: string) => page.locator('tr').filter({ hasText: name });
const roleOf = (page: Page, name: string) =>
  page.getByRole('button', { name: new RegExp(`^Role of ${name}: `) });

async function openMembers(page: Page, team: Team): Promise<void> {
  await page.goto(`${team.path}/settings/members`);
  await expect(page.getByRole('table', { name: 'Members' })).toBeVisible();
}

async function chooseRole(page: Page, name: string, role: string): Promise<void> {
  await roleOf(page, name).click();
  await pressMenuItem(page.getByRole('menuitemradio', { name: new RegExp(`^${role}`) }));
}

test('shows a role change in other windows', async ({ person, team, db }) => {
  const [owner, admin, worker] = [await person('owner'), await person('admin'), await person('member')];
  const away = { name: 'Away Since Monday', email: `away@${team.id}.test`, activeMinutesAgo: 60 * 24 * 2 };
  const never = { name: 'Never There', email: `never@${team.id}.test` };
  await insertMembers(db, team.id, [
    { ...away, role: 'viewer' },
    { ...never, role: 'viewer' },
  ]);
  const audit = withHydration(await admin.context.newPage());
  for (const page of [admin.page, audit]) await keepToasts(page);
  await audit.goto(`${team.path}/audit?type=member.role_changed`);
  await openMembers(admin.page, team);
  await openMembers(owner.page, team);

  await test.step('lists the members', async () => {
    await expect(rowOf(admin.page, worker.email)).toContainText(/The member.*Member.*now/);
    await expect(rowOf(admin.page, admin.email)).toContainText('You');
    await expect(rowOf(admin.page, away.name)).toContainText('2d ago');
    const time = rowOf(admin.page, away.name).getByText('2d ago').last();
    await expect(time).toHaveAttribute('title', /20\d\d/);
    await expect(rowOf(admin.page, never.name)).toContainText('Never active');
  });

  await test.step('disables actions that a role does not allow, with the reason', async () => {
    await expectDisabledActions(admin.page);
    await expect(roleOf(owner.page, 'The owner')).toBeDisabled();
    await owner.page.getByRole('button', { name: 'Leave the team' }).focus();
    await expect(owner.page.getByRole('tooltip')).toHaveText(
      'You are the last owner. Make someone else an owner first.',
    );
  });

  await test.step('shows a role change in other windows, and audits it', async () => {
    await admin.page.getByRole('menuitemradio', { name: /^Viewer/ }).press('Enter');
    await expect(roleOf(admin.page, 'The member')).toHaveText('Viewer');
    await expect(roleOf(owner.page, 'The member')).toHaveText('Viewer');
    const { rows } = await db.pool.query('select role from members where user_id = $1', [worker.userId]);
    expect(rows).toEqual([{ role: 'viewer' }]);
    await audit.getByRole('button', { name: 'Show', exact: true }).click();
    const change = rowOf(audit, 'changed the role of “The member” from member to viewer');
    await expect(change).toContainText('Person The admin');
  });

  await test.step('takes one role change of a member at a time, and keeps the focus', async () => {
    const changes = await holdRequests(owner.page, /members\.setRole/);
    const role = roleOf(owner.page, 'The member');
    await chooseRole(owner.page, 'The member', 'Member');
    await changes.arrived;
    await expect(role).toBeDisabled();
    await expect(role).toBeFocused();
    await owner.page.keyboard.press('Enter');
    changes.send();
    await expect(role).toBeEnabled();
    await expect(role).toBeFocused();
    await expect(owner.page.getByRole('menu')).toHaveCount(0);
  });

  await test.step('announces a role change on the open page, and updates its navigation', async () => {
    await chooseRole(owner.page, 'The admin', 'Member');
    await expectDemotion(admin.page);
    await expectDemotion(audit);
    await expect(admin.page.getByText('Only admins and owners see the members')).toBeVisible();
    await expect(admin.page.getByText(owner.email)).toHaveCount(0);
    await expect(audit).toHaveURL(`${team.path}/board`);
    await expect(audit.getByRole('heading', { name: 'Board' })).toBeVisible();

    await chooseRole(owner.page, 'The admin', 'Owner');
    await expect(roleOf(owner.page, 'The owner')).toBeEnabled();
    await expect(admin.page.getByRole('table', { name: 'Members' })).toContainText(owner.email);
    await expect(admin.page.getByRole('link', { name: 'Audit' })).toBeVisible();
    const notice = admin.page.getByRole('status').filter({ hasText: 'Your role is now' }).last();
    await expect(notice).toContainText('Your role is now owner');
  });
});

/** Expects that an admin can neither change an owner nor make one; leaves the roles of the member open. */
async function expectDisabledActions(page: Page): Promise<void> {
  await expect(roleOf(page, 'The owner')).toBeDisabled();
  await roleOf(page, 'The owner').focus();
  await expect(page.getByRole('tooltip')).toHaveText('Only owners can change the role of an owner.');
  await expect(page.getByRole('button', { name: 'Remove The owner' })).toBeDisabled();
  await roleOf(page, 'The member').click();
  const makeOwner = page.getByRole('menuitemradio', { name: /^Owner/ });
  await expect(makeOwner).toBeDisabled();
  await expect(makeOwner).toContainText('Only owners can make someone an owner.');
  await expectAccessible(page);
}

async function expectDemotion(page: Page): Promise<void> {
  const notice = page.getByRole('status').filter({ hasText: 'Your role is now member' });
  await expect(notice).toContainText('You can create and change tasks, and pause agents.');
  await expect(page.getByRole('link', { name: 'Audit' })).toHaveCount(0);
  await expect(page.getByRole('link', { name: 'Board', exact: true })).toBeVisible();
}

test('changes roles of a large team, and replaces the open board of a removed member', async ({
  person,
  team,
  api,
  db,
}) => {
  const { page, userId } = await person('owner');
  await keepToasts(page);
  await openMembers(page, team);

  await test.step('offers the only member to invite others', async () => {
    await expect(page.getByRole('button', { name: 'Invite people' })).toBeVisible();
    await expect(page.getByRole('searchbox')).toHaveCount(0);
    await expectAccessible(page);
  });

  const worker = await person('member');
  await insertMembers(db, team.id, generateMembers(298));
  await api.createTask({ title: 'Still open' });
  for (const [id, name] of [
    [userId, 'A. Owner'],
    [worker.userId, 'B. Worker'],
  ])
    await db.pool.query('update users set name = $2 where id = $1', [id, name]);
  await openMembers(page, team);

  // More than one page of members: the browser cannot know whether another owner exists.
  await test.step('shows a role change at once, and rolls it back with the reason when the API rejects it', () =>
    expectRollback(page, db, userId));

  await test.step('replaces the open board of a removed member with a notice', () =>
    expectRemoval(page, worker, team, db, userId));

  await test.step('loads more members, and filters those that are not all loaded', async () => {
    await expect(page.locator('tr')).toHaveCount(51);
    await page.getByRole('button', { name: 'Load more' }).click();
    await expect(page.locator('tr')).toHaveCount(101);
    const field = page.getByRole('searchbox', { name: 'Filter by name or e-mail' });
    await field.fill('person 298');
    await expect(rowOf(page, 'Person 298')).toBeVisible();
    await expect(page.getByText('1 of 299 members')).toBeVisible();
    await field.fill('nobody at all');
    await expect(page.getByText('Nothing matches these filters')).toBeVisible();
    await page.getByRole('button', { name: 'Clear the filters' }).click();
    await expect(page.locator('tr')).toHaveCount(300);
    await chooseRole(page, 'Person 298', 'Viewer');
    await expect(roleOf(page, 'Person 298')).toHaveText('Viewer');
  });
});

/** Has the only owner leave the role, which the API rejects. */
async function expectRollback(page: Page, db: Database, userId: string): Promise<void> {
  const { promise: isShown, resolve: send } = Promise.withResolvers<void>();
  await page.route(/members\.setRole/, async (route) => {
    await isShown;
    await route.continue();
  });
  await chooseRole(page, 'A. Owner', 'Viewer');
  const dialog = page.getByRole('dialog', { name: 'Change your own role to viewer?' });
  await expect(dialog).toContainText('another owner has to');
  await dialog.getByRole('button', { name: 'Change my role' }).click();
  await expect(roleOf(page, 'A. Owner')).toHaveText('Viewer');
  send();
  // It would cover a row below.
  await closeToast(failureOf(page, 'Make someone else an owner first'));
  await expect(roleOf(page, 'A. Owner')).toHaveText('Owner');
  const { rows } = await db.pool.query('select role from members where user_id = $1', [userId]);
  expect(rows).toEqual([{ role: 'owner' }]);
}

/** Removes "B. Worker", who has a task open. */
async function expectRemoval(page: Page, worker: Person, team: Team, db: Database, actorId: string) {
  await worker.page.goto(`${team.path}/board`);
  await worker.page.getByText('Still open').click();
  await expect(worker.page.getByRole('complementary')).toBeVisible();
  await page.getByRole('button', { name: 'Remove B. Worker' }).click();
  const dialog = page.getByRole('dialog', { name: 'Remove B. Worker from Harbour?' });
  await expect(dialog).toContainText(`${worker.email} loses access to this team at once`);
  await expectAccessibleDialog(page);
  await page.evaluate((email) => {
    const state = window as unknown as { rowsWithToast: number };
    state.rowsWithToast = 0;
    const rows = () => [...document.querySelectorAll('tr')].filter((row) => row.textContent?.includes(email));
    const look = () => {
      if (document.body.textContent?.includes('from the team.')) state.rowsWithToast += rows().length;
    };
    new MutationObserver(look).observe(document.body, { childList: true, subtree: true });
  }, worker.email);
  await dialog.getByRole('button', { name: 'Remove member' }).click();
  await expect(dialog).toBeHidden();
  await expect(rowOf(page, worker.email)).toHaveCount(0);
  const toast = toastOf(page, 'Removed “B. Worker” from the team.');
  await expect(toast).toBeVisible();
  expect(await page.evaluate(() => (window as unknown as { rowsWithToast: number }).rowsWithToast)).toBe(0);
  await closeToast(toast);

  const title = worker.page.getByRole('heading', { name: 'You are no longer a member of Harbour' });
  await expect(title).toBeFocused();
  await expect(worker.page.getByText('Still open')).toHaveCount(0);
  await expect(worker.page.getByRole('navigation')).toHaveCount(0);
  await expectAccessible(worker.page);
  await worker.page.getByRole('link', { name: 'Go to the start page' }).click();
  await expect(worker.page.getByRole('heading', { name: 'You are not in a team yet' })).toBeVisible();
  const { rows } = await db.pool.query(
    `select type, actor_id, snapshot->>'role' as role from events where subject_id = $1 and type = 'member.removed'`,
    [worker.userId],
  );
  expect(rows).toEqual([{ type: 'member.removed', actor_id: actorId, role: 'member' }]);
}

test('shows members and viewers whom to contact, and lets them leave', async ({ person, team, db }) => {
  const { page, userId } = await person('viewer');
  await page.goto(`${team.path}/settings/projects`);
  await page.getByRole('link', { name: 'Members' }).click();
  await expect(page.getByText('Only admins and owners see the members')).toBeVisible();
  await expect(page.getByText('Your role in Harbour is viewer.')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Leave team' }).click();
  await page
    .getByRole('dialog', { name: 'Leave Harbour?' })
    .getByRole('button', { name: 'Leave team' })
    .click();
  await expect(page.getByRole('heading', { name: 'You have left Harbour' })).toBeFocused();
  const { rows } = await db.pool.query('select from members where user_id = $1', [userId]);
  expect(rows).toEqual([]);
  expect((await page.request.get(`${team.path}/settings/members`)).status()).toBe(404);
});
