import { attemptLimit } from '@crewboard/contracts';
import { newId, type Transaction } from '@crewboard/db';
import type { Administered } from '../administration/change-record.ts';
import { createApiKeyIn } from '../api-keys/create-api-key.ts';
import { systemWriter, type TeamWriter } from '../events/record-event.ts';
import { writeProjectEvent } from '../projects/project-row.ts';

type Call = { ctx: { db: Administered }; input: { name: string } };

/** Creates a team for the command line: with a first project and a first API key, which only this result has. */
export function createTeam({ ctx, input }: Call) {
  const writer = systemWriter(newId());
  return ctx.db.administer(async (transaction) => {
    const team = await createTeamRows(writer, transaction, input.name);
    const { apiKey } = await createApiKeyIn(transaction, writer, { name: 'First key' });
    return { ...team, apiKey };
  });
}

/**
 * Creates the team of the actor with a first project. The caller adds the first member or key in the same transaction.
 */
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
