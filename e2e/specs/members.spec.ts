import type { Page } from '@playwright/test';
import { expectAccessible, expectAccessibleDialog } from '../fixtures/axe.ts';
import { generateMembers, insertMembers } from '../fixtures/members-in-bulk.ts';
import { expect, type Team, test } from '../fixtures/test.ts';

const rowOf = (page: Page, name: string) => page.locator('tr').filter({ hasText: name });
const roleOf = (page: Page, name: string) =>
  page.getByRole('button', { name: new RegExp(`^Role of ${name}: `) });

async function openMembers(page: Page, team: Team): Promise<void> {
  await page.goto(`${team.path}/settings/members`);
  await expect(page.getByRole('table', { name: 'Members' })).toBeVisible();
}

async function chooseRole(page: Page, name: string, role: string): Promise<void> {
  await roleOf(page, name).click();
  await page.getByRole('menuitemradio', { name: new RegExp(`^${role}`) }).click();
}

test('lists the members, disables actions that a role does not allow with the reason, shows a role change in other windows, and audits it', async ({
  person,
  team,
  db,
}) => {
  const [owner, admin, worker] = [await person('owner'), await person('admin'), await person('member')];
  await insertMembers(db, team.id, [
    {
      name: 'Away Since Monday',
      email: `away@${team.id}.test`,
      role: 'viewer',
      activeMinutesAgo: 60 * 24 * 2,
    },
    { name: 'Never There', email: `never@${team.id}.test`, role: 'viewer' },
  ]);
  await openMembers(admin.page, team);
  await openMembers(owner.page, team);
  const { page } = admin;
  await expect(rowOf(page, worker.email)).toContainText(/The member.*Member.*now/);
  await expect(rowOf(page, admin.email)).toContainText('You');
  await expect(rowOf(page, 'Away Since Monday')).toContainText('2d ago');
  await expect(rowOf(page, 'Away Since Monday').getByText('2d ago').last()).toHaveAttribute(
    'title',
    /20\d\d/,
  );
  await expect(rowOf(page, 'Never There')).toContainText('Never active');

  await expect(roleOf(admin.page, 'The owner')).toBeDisabled();
  await roleOf(admin.page, 'The owner').focus();
  await expect(admin.page.getByRole('tooltip')).toHaveText('Only owners change the role of an owner.');
  await expect(admin.page.getByRole('button', { name: 'Remove The owner' })).toBeDisabled();
  await roleOf(admin.page, 'The member').click();
  const makeOwner = admin.page.getByRole('menuitemradio', { name: /^Owner/ });
  await expect(makeOwner).toBeDisabled();
  await expect(makeOwner).toContainText('Only owners make owners.');
  await expectAccessible(admin.page);
  await page.getByRole('menuitemradio', { name: /^Viewer/ }).click();

  await expect(roleOf(owner.page, 'The owner')).toBeDisabled();
  await owner.page.getByRole('button', { name: 'Leave the team' }).focus();
  await expect(owner.page.getByRole('tooltip')).toHaveText(
    'You are the last owner. Make someone else an owner first.',
  );
  await expect(roleOf(page, 'The member')).toHaveText('Viewer');
  await expect(roleOf(owner.page, 'The member')).toHaveText('Viewer');
  const { rows } = await db.pool.query('select role from members where user_id = $1', [worker.userId]);
  expect(rows).toEqual([{ role: 'viewer' }]);
  await chooseRole(owner.page, 'The admin', 'Owner');
  await expect(roleOf(owner.page, 'The owner')).toBeEnabled();
  await page.goto(`${team.path}/audit?type=member.role_changed`);
  await expect(rowOf(page, 'changed the role of “The member” from member to viewer')).toContainText(
    'Person The admin',
  );
});

test('shows a role change at once, and rolls it back with the reason when the API rejects it', async ({
  person,
  team,
  db,
}) => {
  const { page, userId } = await person('owner');
  // More than one page of members: the browser cannot know whether another owner exists.
  await insertMembers(db, team.id, generateMembers(60));
  await db.pool.query(`update users set name = 'A. Owner' where id = $1`, [userId]);
  await openMembers(page, team);
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
  await expect(page.getByRole('alert').filter({ hasText: 'Make someone else an owner first' })).toBeVisible();
  await expect(roleOf(page, 'A. Owner')).toHaveText('Owner');
  const { rows } = await db.pool.query('select role from members where user_id = $1', [userId]);
  expect(rows).toEqual([{ role: 'owner' }]);
});

test('replaces the open board of a removed member with a notice', async ({ person, team, api, db }) => {
  await api.createTask({ title: 'Still open' });
  const [admin, worker] = [await person('admin'), await person('member')];
  await worker.page.goto(`${team.path}/board`);
  await worker.page.getByText('Still open').click();
  await expect(worker.page.getByRole('complementary')).toBeVisible();
  await openMembers(admin.page, team);
  await admin.page.getByRole('button', { name: 'Remove The member' }).click();
  const dialog = admin.page.getByRole('dialog', { name: 'Remove The member from Harbour?' });
  await expect(dialog).toContainText(`${worker.email} loses access to this team at once`);
  await expectAccessibleDialog(admin.page);
  await dialog.getByRole('button', { name: 'Remove member' }).click();
  await expect(dialog).toBeHidden();
  await expect(rowOf(admin.page, worker.email)).toHaveCount(0);

  const title = worker.page.getByRole('heading', { name: 'You are no longer a member of Harbour' });
  await expect(title).toBeFocused();
  await expect(worker.page.getByText('Still open')).toHaveCount(0);
  await expect(worker.page.getByRole('navigation')).toHaveCount(0);
  await expectAccessible(worker.page);
  await worker.page.getByRole('link', { name: 'Go to the start page' }).click();
  await expect(worker.page.getByRole('heading', { name: 'You are in no team yet' })).toBeVisible();
  const { rows } = await db.pool.query(
    `select type, actor_id, snapshot->>'role' as role from events where subject_id = $1 and type = 'member.removed'`,
    [worker.userId],
  );
  expect(rows).toEqual([{ type: 'member.removed', actor_id: admin.userId, role: 'member' }]);
});

test('announces a role change on the open page, and updates its navigation', async ({ person, team }) => {
  const [owner, admin] = [await person('owner'), await person('admin')];
  const other = await admin.context.newPage();
  await other.goto(`${team.path}/audit`);
  await openMembers(admin.page, team);
  await openMembers(owner.page, team);
  await chooseRole(owner.page, 'The admin', 'Member');

  for (const page of [admin.page, other]) {
    const notice = page.getByRole('status').filter({ hasText: 'Your role is now member' });
    await expect(notice).toContainText('You can create and change tasks.');
    await expect(page.getByRole('link', { name: 'Audit' })).toHaveCount(0);
    await expect(page.getByRole('link', { name: 'Board', exact: true })).toBeVisible();
  }
  await expect(admin.page.getByText('Only admins and owners see the members')).toBeVisible();
  await expect(admin.page.getByText(owner.email)).toHaveCount(0);
  await expect(other).toHaveURL(`${team.path}/board`);
  await expect(other.getByRole('heading', { name: 'Board' })).toBeVisible();

  await chooseRole(owner.page, 'The admin', 'Admin');
  await expect(admin.page.getByRole('table', { name: 'Members' })).toContainText(owner.email);
  await expect(admin.page.getByRole('link', { name: 'Audit' })).toBeVisible();
});

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
  expect((await page.goto(`${team.path}/settings/members`))?.status()).toBe(404);
});

test('shows the only member how to add others, and filters 300 that are not all loaded', async ({
  person,
  team,
  db,
}) => {
  const { page } = await person('owner');
  await openMembers(page, team);
  await expect(page.getByText(`user create EMAIL --team ${team.id} --role member`)).toBeVisible();
  await expect(page.getByRole('searchbox')).toHaveCount(0);
  await expectAccessible(page);
  await insertMembers(db, team.id, generateMembers(299));
  await openMembers(page, team);
  await expect(page.locator('tr')).toHaveCount(51);
  await page.getByRole('button', { name: 'Load more' }).click();
  await expect(page.locator('tr')).toHaveCount(101);

  const field = page.getByRole('searchbox', { name: 'Filter by name or e-mail' });
  await field.fill('person 298');
  await expect(rowOf(page, 'Person 298')).toBeVisible();
  await expect(page.getByText('1 of 300 members')).toBeVisible();
  await field.fill('nobody at all');
  await expect(page.getByText('Nothing matches these filters')).toBeVisible();
  await page.getByRole('button', { name: 'Clear the filters' }).click();
  await expect(page.locator('tr')).toHaveCount(301);
  await chooseRole(page, 'Person 298', 'Viewer');
  await expect(roleOf(page, 'Person 298')).toHaveText('Viewer');
});
