import type { InvitedRole } from '@crewboard/contracts';
import type { Database } from '@crewboard/db';
import type { Page } from '@playwright/test';
import { createInvitation } from '../../apps/api/src/features/invitations/create-invitation.ts';
import { expectAccessible, expectAccessibleDialog } from '../fixtures/axe.ts';
import { cardOf, columnOf, dragTo } from '../fixtures/board.ts';
import { waitForHydration, withHydration } from '../fixtures/hydration.ts';
import { expectSecretDiscarded, takeSecret } from '../fixtures/secrets.ts';
import { expect, type Team, test } from '../fixtures/test.ts';
import { toastOf } from '../fixtures/toast.ts';
import { readServiceAddress } from '../service/address.ts';

/** Makes a link in the settings, and returns it. */
async function invite(page: Page, team: Team, { role = 'Member', people = 1 } = {}): Promise<string> {
  await page.goto(`${team.path}/settings/members`);
  await page.getByRole('button', { name: 'Invite people' }).click();
  const form = page.getByRole('dialog', { name: 'Invite people' });
  await form.getByLabel('Role').selectOption({ label: role });
  await form.getByLabel('People').fill(String(people));
  await expectAccessibleDialog(page);
  await form.getByRole('button', { name: 'Create link' }).click();
  await expect(page.getByRole('dialog', { name: 'Send this link' })).toBeVisible();
  return takeSecret(page, 'link');
}

/** The link of an invitation by this person, without the settings. */
async function linkOf(db: Database, { userId }: { userId: string }, team: Team, role: InvitedRole) {
  const { secret } = await createInvitation({
    ctx: { db, actor: { kind: 'member', id: userId, teamId: team.id }, requestId: null },
    input: { role, expiresInDays: 7, maxUses: 1 },
  });
  return `${readServiceAddress().webUrl}/join#${secret}`;
}

const invitationRows = (page: Page) =>
  page.getByRole('table', { name: 'Open invitations' }).locator('tbody > tr');

test('a person joins by a link with a new account, and moves a card', async ({
  person,
  openContext,
  team,
  api,
}) => {
  const task = await api.createTask({ title: 'Paint the boat' });
  const owner = await person('owner');
  const link = await invite(owner.page, team, { people: 2 });

  await test.step('shows the link once, and the invitation while it works', async () => {
    await expectSecretDiscarded(owner.page, link.split('#')[1] ?? '');
    await expect(invitationRows(owner.page)).toContainText(/Member.*0 of 2.*The owner/);
    await expectAccessible(owner.page);
  });

  const context = await openContext();
  const page = withHydration(await context.newPage());
  const requested: string[] = [];
  page.on('request', (request) => requested.push(request.url()));
  const email = `nia@${team.id}.test`;

  await test.step('shows who invites, and says what is missing', async () => {
    await page.goto(link);
    await expect(page.getByRole('heading', { name: 'Join Harbour' })).toBeVisible();
    await expect(page.getByText('The owner invites you')).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Create account and join' }).click();
    await expect(page.getByText('Enter your e-mail address.')).toBeVisible();
  });

  await test.step('joins within six actions from the link to the first moved card', async () => {
    // 1 was opening the link.
    await page.getByLabel('Name').fill('Nia'); // 2
    await page.getByLabel('E-mail').fill(email); // 3
    await page.getByLabel('Password', { exact: true }).fill('a long password'); // 4
    await page.getByRole('button', { name: 'Create account and join' }).click(); // 5
    await expect(page).toHaveURL(new RegExp(`${team.path}/board$`));
    await expect(toastOf(page, 'Welcome to Harbour')).toContainText('You can create and change tasks');
    await waitForHydration(page);
    await dragTo(page, cardOf(page, 'Paint the boat'), columnOf(page, 'In progress')); // 6
    await expect.poll(async () => (await api.getTask(task.id)).status).toBe('in_progress');
  });

  await test.step('welcomes the person once', async () => {
    await page.reload();
    await expect(cardOf(page, 'Paint the boat')).toBeVisible();
    await expect(toastOf(page, 'Welcome to Harbour')).toHaveCount(0);
  });

  await test.step('kept the secret out of every request line', () => {
    expect(requested.filter((url) => url.includes('cb_invite_'))).toEqual([]);
  });

  await test.step('shows the new member and the use to the owner, live', async () => {
    await expect(owner.page.getByRole('row').filter({ hasText: email })).toContainText('Nia');
    await expect(invitationRows(owner.page)).toContainText('1 of 2');
  });

  await test.step('tells in the audit who joined', async () => {
    await owner.page.goto(`${team.path}/audit`);
    const row = owner.page.getByRole('row').filter({ hasText: 'joined by an invitation as member' });
    await expect(row).toContainText('Nia');
  });
});

test('a person joins with the account that they have', async ({ person, account, otherTeam, db }) => {
  const nia = await person('member');
  const owner = await account('owner');
  await db.pool.query(`update members set team_id = $1 where user_id = $2`, [otherTeam.id, owner.userId]);
  const link = await linkOf(db, owner, otherTeam, 'viewer');

  await test.step('who is signed in joins with one press', async () => {
    await nia.page.goto(link);
    await expect(nia.page.getByText(nia.email)).toBeVisible();
    await expectAccessible(nia.page);
    await nia.page.getByRole('button', { name: 'Join the team' }).click();
    await expect(nia.page).toHaveURL(new RegExp(`${otherTeam.path}/board$`));
    await expect(toastOf(nia.page, 'Welcome to Elsewhere')).toBeVisible();
  });

  await test.step('a link that was used says so', async () => {
    const page = withHydration(await nia.context.newPage());
    await db.pool.query('delete from members where user_id = $1 and team_id = $2', [
      nia.userId,
      otherTeam.id,
    ]);
    await page.goto(link);
    await expect(page.getByRole('alert').filter({ hasText: 'used as often as it may be' })).toBeVisible();
    await expectAccessible(page);
  });
});

test('a person with an account signs in first, and the link is still there', async ({
  account,
  openContext,
  team,
  otherTeam,
  db,
}) => {
  const link = await linkOf(db, await account('owner'), team, 'member');
  const nia = await account('member');
  await db.pool.query(`update members set team_id = $1 where user_id = $2`, [otherTeam.id, nia.userId]);
  const page = withHydration(await (await openContext()).newPage());
  await page.goto(link);

  await test.step('says that the address has an account', async () => {
    await page.getByLabel('Name').fill('Nia');
    await page.getByLabel('E-mail').fill(nia.email);
    await page.getByLabel('Password', { exact: true }).fill('a long password');
    await page.getByRole('button', { name: 'Create account and join' }).click();
    await expect(page.getByText('It has an account already')).toBeVisible();
    await expect(page.getByLabel('E-mail')).toBeFocused();
  });

  await test.step('returns to the invitation after signing in', async () => {
    await page.getByRole('link', { name: 'Sign in' }).click();
    // The form of the invitation has fields with the same labels.
    await expect(page.getByRole('heading', { name: 'Sign in to your board' })).toBeVisible();
    await page.getByLabel('E-mail').fill(nia.email);
    await page.getByLabel('Password', { exact: true }).fill(nia.password);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('button', { name: 'Join the team' }).click();
    await expect(page).toHaveURL(new RegExp(`${team.path}/board$`));
  });
});

test('a person whose account was created without a response reads that it may exist, and signs in', async ({
  account,
  openContext,
  team,
  db,
  pageErrors,
}) => {
  const page = withHydration(await (await openContext()).newPage());
  await page.goto(await linkOf(db, await account('owner'), team, 'member'));
  const [email, password] = [`nia@${team.id}.test`, 'a long password'];
  const failure = page.getByRole('alert').filter({ hasText: 'You may not have joined' });
  const create = page.getByRole('button', { name: 'Create account and join' });
  await page.getByLabel('Name').fill('Nia');
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);

  await test.step('does not say that nothing was changed', async () => {
    await page.route('/api/join/accept', async (route) => {
      await route.fetch();
      await route.abort();
    });
    await create.click();
    await expect(failure).toContainText('If your account was created nevertheless, you can sign in.');
    await expectAccessible(page);
    // The browser logs the failed request.
    pageErrors.length = 0;
  });

  await test.step('says so again where the invitation was used up by the first attempt', async () => {
    await page.unroute('/api/join/accept');
    await create.click();
    await expect(failure).toContainText('used as often as it may be');
  });

  await test.step('leads to the sign-in, and from there to the board of the team', async () => {
    await failure.getByRole('link', { name: 'sign in' }).click();
    await expect(page.getByRole('heading', { name: 'Sign in to your board' })).toBeVisible();
    await page.getByLabel('E-mail').fill(email);
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await expect(page).toHaveURL(new RegExp(`${team.path}/board$`));
    pageErrors.length = 0;
  });
});

test('a person who is signed in can use another account instead, with the same link', async ({
  person,
  account,
  team,
  db,
}) => {
  const { page } = await person('member');
  await page.goto(await linkOf(db, await account('owner'), team, 'viewer'));
  await page.getByRole('button', { name: 'Use another account' }).click();
  await expect(page.getByRole('button', { name: 'Create account and join' })).toBeVisible();
});

test('a link that cannot be checked yet is not said to be dead, and says when to try again', async ({
  page,
  account,
  team,
  db,
}) => {
  // In place of guesses: they would stop the other tests, which come from the same address.
  const link = await linkOf(db, await account('owner'), team, 'member');
  for (const code of ['RATE_LIMITED', 'INTERNAL_ERROR']) {
    await page.route('/api/join/look-up', (route) =>
      route.fulfill({ status: 400, json: { code, title: code, detail: `Try again: ${code}`, errors: [] } }),
    );
    // The second time the page has this address: only a reload begins again.
    await (page.url() === link ? page.reload() : page.goto(link));
    await expect(page.getByRole('alert').filter({ hasText: code })).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Join a team' })).toBeVisible();
    await expect(page.getByText('does not work')).toHaveCount(0);
  }
  await page.unroute('/api/join/look-up');
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Join Harbour' })).toBeVisible();
});

test('revokes a link, and those of a person who is removed', async ({ person, team, openContext, db }) => {
  const [owner, admin] = [await person('owner'), await person('admin')];
  const links = [await linkOf(db, owner, team, 'member'), await invite(admin.page, team, { role: 'Admin' })];
  await owner.page.goto(`${team.path}/settings/members`);
  await expect(invitationRows(owner.page)).toHaveCount(2);

  await owner.page.getByRole('button', { name: 'Revoke the invitation as member' }).click();
  await expectAccessibleDialog(owner.page);
  await owner.page.getByRole('button', { name: 'Revoke invitation', exact: true }).click();
  await expect(invitationRows(owner.page)).toHaveCount(1);
  await expect(toastOf(owner.page, 'Revoked the invitation.')).toBeVisible();
  await expect(invitationRows(admin.page)).toHaveCount(1);

  await owner.page.getByRole('button', { name: 'Remove The admin' }).click();
  await owner.page.getByRole('button', { name: 'Remove member' }).click();
  await expect(invitationRows(owner.page)).toHaveCount(0);
  for (const link of links) {
    const page = withHydration(await owner.context.newPage());
    await page.goto(link);
    await expect(page.getByRole('alert').filter({ hasText: 'was revoked' })).toBeVisible();
    await expect(page.getByRole('link', { name: 'Back to your board' })).toBeVisible();
    await page.close();
  }

  const stranger = withHydration(await (await openContext()).newPage());
  await stranger.goto(links[0] ?? '');
  await expect(stranger.getByRole('alert').filter({ hasText: 'Ask an admin of the team' })).toBeVisible();
  await expectAccessible(stranger);
  await stranger.getByRole('link', { name: 'Sign in' }).click();
  await expect(stranger.getByRole('heading', { name: 'Sign in to your board' })).toBeVisible();
});
