import type { Database } from '@crewboard/db';
import { createExhaustedTask, createStaleTask } from '../fixtures/attention.ts';
import type { TeamClient } from '../fixtures/team-client.ts';

/** Tasks of each reason for which a person has to act, agents that fail and a token that expires soon. */
export async function seedAttention(db: Database, client: TeamClient, projectId: string) {
  await client.projects.update({ projectId, maxAttempts: 1 });
  const [ada, bob, cem] = [
    await client.createAgent('Ada Moreno'),
    await client.createAgent('Björn Lindqvist'),
    await client.createAgent('Chiara Rossi'),
  ];
  await createExhaustedTask(client, db, cem, 'Convert the old handbook to Markdown');
  const stale = await createStaleTask(client, db, 'Collect open questions about the invoice export');
  await createStaleTask(client, db, 'Propose names for the new pricing tiers');
  const blocker = await client.createTask({ title: 'Agree on the terms with the bank' });
  const blocked = await client.createTask({
    title: 'Reconcile the October invoices with the payments of the month, and list what differs',
    priority: 'high',
    blockedBy: [blocker.id],
  });
  await client.moveTask(blocker.id, 'cancelled');
  await client.createTask({
    title: 'Answer the question about single sign-on',
    assignedAgentId: ada.id,
    priority: 'high',
  });
  await client.agents.update({ agentId: ada.id, status: 'inactive' });
  const paused = await client.createTask({ title: 'Write release notes for 2.4', assignedAgentId: bob.id });
  await client.agents.pause({ agentId: bob.id, reason: 'The prompt is being rewritten' });
  const unassigned = await client.createTask({ title: 'Measure the start page on slow connections' });
  await client.moveTask(unassigned.id, 'in_progress');
  const waiting = await client.createTask({ title: 'Send the report' });
  const waits = await client.createTask({
    title: 'Present the report to the board of directors',
    blockedBy: [waiting.id],
  });
  await client.createHeldTask(cem, { title: 'Check backups of the last seven days' });
  let exhausted = '';
  const dana = await client.createAgent('Dana Kovács');
  for (const title of [
    'Import the price list of the supplier',
    'Import the stock of the warehouse',
    'Import returns',
  ]) {
    const { id: taskId } = await client.createTask({ title });
    const { attempt } = await client.as(dana.token).tasks.claim({ taskId });
    exhausted = taskId;
    const reason = 'The sheet has no column “Price”: it was renamed, and nobody knows to what';
    await client.as(dana.token).tasks.fail({ taskId, attempt, reason });
  }
  await db.pool.query(`update agents set token_expires_at = now() + interval '3 days' where id = $1`, [
    cem.id,
  ]);
  return {
    failing: dana.id,
    exhausted,
    stale: stale.id,
    blocked: blocked.id,
    paused: paused.id,
    waits: waits.id,
  };
}
