import { attemptLimit } from '@crewboard/contracts';
import { newId, type Transaction } from '@crewboard/db';
import type { TeamWriter } from '../events/record-event.ts';
import { writeProjectEvent } from '../projects/write-project-event.ts';

/** Creates the actor's own team with a first project, for verbs that also add its first member or key. */
export async function createTeamRows(
  writer: TeamWriter,
  transaction: Transaction,
  name: string,
): Promise<{ teamId: string; projectId: string }> {
  const { client, now } = transaction;
  const { teamId } = writer.actor;
  const stamp = { createdAt: now, updatedAt: now };
  await client.team.create({ data: { id: teamId, name, ...stamp }, select: { id: true } });
  const { id: projectId } = await client.project.create({
    data: { id: newId(), teamId, name: 'General', maxAttempts: attemptLimit.whenAbsent, ...stamp },
    select: { id: true },
  });
  await writeProjectEvent(writer, transaction, { id: projectId, type: 'project.created' });
  return { teamId, projectId };
}
