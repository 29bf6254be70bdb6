import { setTimeout as sleep } from 'node:timers/promises';
import type { AgentWithToken } from '@crewboard/contracts';
import type { Database } from '@crewboard/db';
import { claimWithLease, endLeaseIn } from '../fixtures/leases.ts';
import type { TeamClient } from '../fixtures/team-client.ts';

type Sample = { db: Database; client: TeamClient; projectId: string };

/** A leased task in its third attempt, one in its first, and one whose attempts are exhausted. */
export async function seedLeases({ db, client, projectId }: Sample) {
  const farid = await client.createAgent('Farid Azimi', 'Reconciles accounts');
  const ines = await client.createAgent('Inês Duarte', 'Reads contracts');
  const setLimit = (maxAttempts: number) => client.projects.update({ projectId, maxAttempts });

  const leased = await client.createTask({
    title: 'Reconcile the October invoices',
    description: 'Compare each invoice with the payments of the month, and list what differs.',
    priority: 'high',
  });
  await expire({ db, client }, ines, leased.id);
  await claimWithLease(client, farid, leased.id);
  await client
    .as(farid.token)
    .tasks.release({ taskId: leased.id, reason: 'The export of the bank is not there yet.' });
  await claim(client, farid, leased.id, 1_500);
  const first = await client.createTask({ title: 'Compare the two lease contracts' });
  await claim(client, ines, first.id, 9_000);

  await setLimit(2);
  const exhausted = await client.createTask({ title: 'Convert the old handbook to Markdown' });
  await expire({ db, client }, farid, exhausted.id);
  await expire({ db, client }, ines, exhausted.id);
  await setLimit(5);
  return { leasedTask: leased.id, exhaustedTask: exhausted.id };
}

const claim = (client: TeamClient, { token }: AgentWithToken, taskId: string, leaseSeconds: number) =>
  client.as(token).tasks.claim({ taskId, leaseSeconds });

async function expire({ db, client }: Omit<Sample, 'projectId'>, agent: AgentWithToken, taskId: string) {
  await claimWithLease(client, agent, taskId);
  await endLeaseIn(db, taskId, 0);
  while ((await client.getTask(taskId)).status !== 'todo') await sleep(200);
}
