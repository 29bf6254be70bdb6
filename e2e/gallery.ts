// Takes pictures of every page, dialog and state in light, dark, on small screens and some on a wide one: pnpm gallery [NAME…]. Exits with code 1
// when a step to one of them failed.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { BrowserContext } from '@playwright/test';
import { createTeam } from '../apps/api/src/features/teams/create-team.ts';
import { waitForScripts, withHydration } from './fixtures/hydration.ts';
import { type Account, createAccount, signInOverHttp } from './fixtures/people.ts';
import { createTeamClient } from './fixtures/team-client.ts';
import type { Person, Places, Scene } from './gallery/scene.ts';
import { scenes } from './gallery/scenes.ts';
import { seedAttention } from './gallery/seed-attention.ts';
import { seedDeliveries } from './gallery/seed-deliveries.ts';
import { seedDependencies } from './gallery/seed-dependencies.ts';
import { seedExpiry } from './gallery/seed-expiry.ts';
import { seedLeases } from './gallery/seed-leases.ts';
import { seedMembers } from './gallery/seed-members.ts';
import { seedStopped, seedWebhooks } from './gallery/seed-webhooks.ts';
import { changedDescription, markdownDescription } from './gallery/steps.ts';
import { type SampleTeam, withSampleTeam } from './service/with-sample-team.ts';

const FOLDER = join(import.meta.dirname, 'node_modules/.gallery');
const VARIANTS = [
  { name: 'light-1280', colorScheme: 'light', viewport: { width: 1280, height: 800 } },
  { name: 'dark-1280', colorScheme: 'dark', viewport: { width: 1280, height: 800 } },
  { name: 'light-400', colorScheme: 'light', viewport: { width: 400, height: 800 } },
  { name: 'light-1440', colorScheme: 'light', viewport: { width: 1440, height: 900 } },
  { name: 'dark-360', colorScheme: 'dark', viewport: { width: 360, height: 740 } },
] as const;

const wanted = process.argv.slice(2);
const shown = scenes.filter(({ name }) => wanted.length === 0 || wanted.includes(name));

await withSampleTeam(async (sample) => {
  mkdirSync(FOLDER, { recursive: true });
  const places = await seed(sample);
  const people = await createPeople(sample);
  for (const { name: variant, ...options } of VARIANTS) {
    const context = await sample.openBrowser({ ...options, hasTouch: options.viewport.width < 768 });
    const stranger = await context.browser()?.newContext({ ...options, baseURL: sample.service.webUrl });
    for (const scene of shown) {
      if (variant === 'light-1440' && !scene.wide) continue;
      if (variant === 'dark-360' && !scene.narrowest) continue;
      if (variant.endsWith('1280') && scene.narrowOnly) continue;
      if (scene.person) {
        const own = await context.browser()?.newContext({ ...options, baseURL: sample.service.webUrl });
        if (!own) continue;
        await signInOverHttp(own, sample.service.webUrl, people[scene.person]);
        await take(own, scene, places, variant);
        await own.close();
        continue;
      }
      await take(scene.signedOut && stranger ? stranger : context, scene, places, variant);
    }
    await context.close();
    await stranger?.close();
  }
});

async function createPeople({ db, team }: SampleTeam): Promise<Record<Person, Account>> {
  const colleague = await createAccount(db, team.teamId, 'member');
  const newcomer = await createAccount(db, team.teamId, 'member');
  const newOperator = await createAccount(db, team.teamId, 'member');
  const admin = await createAccount(db, team.teamId, 'admin');
  const names = new Map([
    [colleague, 'Ada Brandt'],
    [newcomer, 'Jonas Vogel'],
    [newOperator, 'Mira Holt'],
    [admin, 'Noor Haddad'],
  ]);
  for (const [account, name] of names) {
    account.email = `${name.split(' ')[0]?.toLowerCase()}@northwind.test`;
    const values = [account.userId, account.email, name];
    await db.pool.query('update users set email = $2, name = $3 where id = $1', values);
  }
  const teamless = [newcomer.userId, newOperator.userId];
  await db.pool.query('delete from members where user_id = any($1)', [teamless]);
  const operators = [newOperator.userId, admin.userId];
  await db.pool.query('update users set is_operator = true where id = any($1)', [operators]);
  return { colleague, newcomer, newOperator, admin };
}

/** Data for scenes that the README does not show: other teams, an inactive agent, a task with long words. */
async function seed({ service, db, client, team, shownTaskId }: SampleTeam): Promise<Places> {
  const empty = await createTeam({ ctx: { db }, input: { name: 'Nothing yet' } });
  const stopped = await createTeam({ ctx: { db }, input: { name: 'Harbour' } });
  const put = await createTeam({ ctx: { db }, input: { name: 'All done' } });
  const waiting = await createTeam({ ctx: { db }, input: { name: 'Northwind' } });
  const large = await createTeam({ ctx: { db }, input: { name: 'Large fleet' } });
  await db.pool.query(
    `insert into members (team_id, user_id, role)
     select other, user_id, 'owner' from members, unnest($1::text[]) other where team_id = $2`,
    [[empty.teamId, put.teamId, stopped.teamId, waiting.teamId, large.teamId], team.teamId],
  );
  await seedMembers(db, team.teamId, large.teamId);
  const grace = await client.createAgent('Grace Holm');
  const hostile = await client.createDoneTask(grace, `Merged **all** of it. ${'*a_ '.repeat(20_000)}`, {
    title: 'Collect the crash reports of last week',
    description: 'Short and **formatted**, as ever.',
  });
  await client.as(grace.token).comments.create({
    taskId: hostile.id,
    body: `Quoted from the log: ${'['.repeat(4_000)}${'*]('.repeat(1_500)}`,
  });
  const rightToLeft = await client.createDoneTask(grace, 'הדוח נבדק: 3 שגיאות, ראו `report.csv`.', {
    title: 'לבדוק את הדוח השבועי של API v2',
    description:
      'לפני יום שישי:\n\n- לקרוא את הקובץ `errors.log`\n- לסמן שגיאות\n\nAnd one paragraph in English.\n\nراجع التقرير (Q3) قبل الإرسال.',
  });
  await client.comments.create({ taskId: rightToLeft.id, body: 'שאלה: האם צריך גם את v1?' });
  await client.agents.update({ agentId: grace.id, status: 'inactive' });
  await client.createAgent('Hana Sato', 'Plans the week');
  await client.createDoneTask(await client.createAgent('Ivo Kraus', 'Translates'), 'Done', {
    title: 'Translate the imprint',
  });
  const long = await client.createTask({
    title: `A title that needs more than two lines of a card because somebody wrote all they knew into it, ${'even-words-without-a-space'.repeat(2)}`,
    description: `# Long lines\n\n\`${'const response = 42; '.repeat(12)}\`\n\n| What | How many | Of which late |\n|---|---|---|\n| Letters | 1,204 | 17 |\n\n- [x] read\n- [ ] answered\n\n> ${'Quoted words. '.repeat(12)}\n\n${'More of what they knew. '.repeat(24)}`,
    priority: 'low',
  });
  const markdown = await client.createTask({
    title: 'Renew the certificates',
    description: markdownDescription,
  });
  const agents = await client.agents.list();
  await client.tasks.update({ taskId: markdown.id, assignedAgentId: agents[0]?.id });
  const changed = await client.createTask({
    title: 'Agree on the tone of the onboarding e-mails',
    description: changedDescription,
  });
  const archived = await client.createTask({ title: 'Announce version 2.2' });
  await client.moveTask(archived.id, 'done');
  await client.tasks.archive({ taskId: archived.id });
  const archive = await client.createProject('Old shop');
  const ofArchive = await client.createTask({ title: 'Move the old orders', projectId: archive.id });
  await client.projects.archive({ projectId: archive.id });
  await db.pool.query(
    `insert into tasks (id, team_id, project_id, title, status, in_queue, archived_at)
     select 'put-away', team_id, id, 'Close the books', 'done', false, now() from projects where team_id = $1`,
    [put.teamId],
  );
  const uncalled = await client.createAgent('Radia Perl', 'Draws the maps of the network');
  const expiringAgent = await seedExpiry(db, team.teamId);
  const dependencies = await seedDependencies(client);
  const leases = await seedLeases({ db, client, projectId: team.projectId });
  const attentionTasks = await seedAttention(
    db,
    createTeamClient(service.apiUrl, waiting.apiKey, waiting),
    waiting.projectId,
  );
  // Last, so that no event is being delivered to them.
  const webhook = await seedWebhooks(db, client, team.teamId);
  const delivery = await seedDeliveries(db, webhook.id);
  const stoppedWebhook = await seedStopped(service, db, stopped);
  return {
    team: `/t/${team.teamId}`,
    expiringAgent,
    emptyTeam: `/t/${empty.teamId}`,
    attentionTeam: `/t/${waiting.teamId}`,
    attentionTasks,
    archivedTask: archived.id,
    taskOfArchivedProject: ofArchive.id,
    archivedTeam: `/t/${put.teamId}`,
    largeTeam: `/t/${large.teamId}`,
    task: shownTaskId,
    longTask: long.id,
    markdownTask: markdown.id,
    hostileTask: hostile.id,
    changedTask: changed.id,
    rightToLeftTask: rightToLeft.id,
    ...leases,
    ...dependencies,
    agent: agents[0]?.id ?? '',
    uncalledAgent: uncalled.id,
    webhook: webhook.id,
    delivery: delivery.id,
    stoppedTeam: `/t/${stopped.teamId}`,
    stoppedWebhook: stoppedWebhook.id,
  };
}

async function take(context: BrowserContext, scene: Scene, places: Places, variant: string): Promise<void> {
  const page = withHydration(await context.newPage());
  page.setDefaultTimeout(30_000);
  page.on('dialog', (dialog) => dialog.accept());
  await page.goto(scene.path(places));
  await waitForScripts(page);
  await scene.act?.(page).catch((error: Error) => {
    console.log(`${scene.name} ${variant}: ${error.message.split('\n')[0]}`);
    process.exitCode = 1;
  });
  await page.evaluate(() => document.fonts.ready);
  // Content that enters the viewport is laid out in the next frame.
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  await page.screenshot({
    path: join(FOLDER, `${scene.name}--${variant}.png`),
    animations: 'disabled',
    caret: 'hide',
  });
  await context.setOffline(false);
  await page.close();
}
