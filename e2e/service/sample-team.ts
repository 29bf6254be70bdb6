import { setTimeout as sleep } from 'node:timers/promises';
import type { AgentWithToken, Task } from '@crewboard/contracts';
import type { Database } from '@crewboard/db';
import type { TeamClient } from '../fixtures/team-client.ts';

type Sample = [title: string, project: string, priority: Task['priority']];

const WAITING: Sample[] = [
  ['Compare prices of the three hosting offers', 'Operations', 'normal'],
  ['Translate the onboarding e-mails into Spanish', 'Website', 'high'],
  ['Find broken links in the documentation', 'Documentation', 'normal'],
  ['Summarise last week’s support tickets', 'Support', 'high'],
  ['Draft alt texts for the product pictures', 'Website', 'low'],
  ['Check that every API example still runs', 'Documentation', 'normal'],
  ['Collect open questions about the invoice export', 'Support', 'normal'],
  ['Propose names for the new pricing tiers', 'Website', 'low'],
  ['List dependencies with known vulnerabilities', 'Operations', 'high'],
];
const HELD: [...Sample, agent: string][] = [
  ['Review the pull request “Stream large exports”', 'Operations', 'high', 'Ada Moreno'],
  ['Write release notes for 2.4', 'Documentation', 'normal', 'Björn Lindqvist'],
  ['Answer the question about single sign-on', 'Support', 'high', 'Chiara Rossi'],
  ['Measure the start page on slow connections', 'Website', 'normal', 'Dawit Bekele'],
  ['Clean up duplicate customer records', 'Operations', 'low', 'Elena Petrova'],
];
const DONE: [...Sample, agent: string][] = [
  ['Look up clock changes for Europe/Berlin', 'Operations', 'normal', 'Ada Moreno'],
  ['Shorten the introduction of the API guide', 'Documentation', 'normal', 'Björn Lindqvist'],
  ['Sort incoming feedback by topic', 'Support', 'normal', 'Chiara Rossi'],
  ['Compress the pictures of the start page', 'Website', 'low', 'Dawit Bekele'],
  ['Check backups of the last seven days', 'Operations', 'high', 'Elena Petrova'],
  ['Find contradictions in the terms of service', 'Documentation', 'high', 'Ada Moreno'],
  ['Tag tickets that mention the mobile app', 'Support', 'low', 'Chiara Rossi'],
];

const SHOWN = {
  description: [
    'Customers ask when each change ships. **One page** is enough.',
    '',
    '1. Read the merged pull requests since 2.2',
    '2. Group them: *new*, *better*, *fixed*',
    '3. Write one sentence for each, for people who do not program',
    '',
    'Leave out what only we notice, such as `chore:` commits.',
  ].join('\n'),
  comment:
    'Faster pages count as *better*, not as *fixed*. Two requests had no description: I read their code.',
  result: '{"version":"2.3.0","new":4,"better":9,"fixed":17,"words":412,"openQuestions":[]}',
};

const DESCRIPTIONS: Record<string, string> = {
  'Ada Moreno': 'Reviews code and finds contradictions',
  'Björn Lindqvist': 'Writes and shortens texts',
  'Chiara Rossi': 'Reads what customers write',
  'Dawit Bekele': 'Measures and makes pages faster',
  'Elena Petrova': 'Looks after servers and data',
};

/** Fills the team with a week of work; returns a task with a description, a comment and a result. */
export async function fillTeam(
  db: Database,
  client: TeamClient,
  team: { teamId: string; projectId: string },
): Promise<{ shownTaskId: string }> {
  await client.projects.update({ projectId: team.projectId, name: 'Operations' });
  const projects = new Map([['Operations', team.projectId]]);
  for (const name of ['Website', 'Documentation', 'Support']) {
    projects.set(name, (await client.createProject(name)).id);
  }
  const agents = new Map<string, AgentWithToken>();
  for (const [name, description] of Object.entries(DESCRIPTIONS)) {
    agents.set(name, await client.createAgent(name, description));
  }
  const fields = ([title, project, priority]: Sample) => ({
    title,
    priority,
    projectId: projects.get(project),
  });
  const agent = (name: string) => agents.get(name) as AgentWithToken;

  for (const [title, project, priority, name] of DONE) {
    await client.createDoneTask(agent(name), 'Done.', fields([title, project, priority]));
  }
  const shown = { ...fields(['Write release notes for 2.3', 'Documentation', 'normal']) };
  const { description, result, comment } = SHOWN;
  const authorOfFeatured = agent('Björn Lindqvist');
  const { id } = await client.createHeldTask(authorOfFeatured, { ...shown, description });
  await client.as(authorOfFeatured.token).comments.create({ taskId: id, body: comment });
  await client.as(authorOfFeatured.token).tasks.complete({ taskId: id, result });
  for (const [title, project, priority, name] of HELD) {
    await client.createHeldTask(agent(name), fields([title, project, priority]));
  }
  for (const sample of WAITING) await client.createTask(fields(sample));
  const cancelled = await client.createTask(fields(['Move the blog to another address', 'Website', 'low']));
  await client.moveTask(cancelled.id, 'cancelled');

  // Spreads the creation times over the last days.
  await db.pool.query(
    `update tasks set created_at = now() - age, updated_at = now() - age / 3,
       status_changed_at = now() - age / 3
     from (select id, interval '47 minutes' * (row_number() over (order by created_at desc)) ^ 1.6 as age
           from tasks where team_id = $1) ages
     where ages.id = tasks.id`,
    [team.teamId],
  );
  // Spreads the events in the order of the log; the last ones are a few minutes old.
  await db.pool.query(
    `update events set created_at = now() - age
     from (select id, interval '20 seconds' * (row_number() over (order by xid desc, id desc)) ^ 1.5 as age
           from events where team_id = $1) ages
     where ages.id = events.id`,
    [team.teamId],
  );
  // Waits for the API to store times of last use (every half second), which would overwrite these.
  await sleep(1_500);
  await db.pool.query(
    `update agents set last_active_at = now() - case name when 'Dawit Bekele' then interval '37 minutes' else interval '3 hours' end
     where team_id = $1 and name in ('Dawit Bekele', 'Elena Petrova')`,
    [team.teamId],
  );
  return { shownTaskId: id };
}
