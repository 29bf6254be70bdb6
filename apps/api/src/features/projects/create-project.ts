import {
  type CreateProject,
  fieldsOnCreation,
  maxProjects,
  type Project,
  projectFields,
} from '@crewboard/contracts';
import { newId } from '@crewboard/db';
import { limitReached } from '../../errors.ts';
import { takeLock } from '../administration/locks.ts';
import type { Call } from '../verb-context.ts';
import { writeProjectEvent } from './project-row.ts';

const tooMany = () =>
  limitReached(
    `The team has ${maxProjects.toLocaleString('en')} projects, the maximum. Rename a project that is no longer used.`,
  );

/** Creates a project. Throws LIMIT_REACHED if the team has 10,000 projects. */
export async function createProject({ ctx, input }: Call<typeof CreateProject>): Promise<Project> {
  const { teamId } = ctx.actor;
  return ctx.db.administer(async (transaction) => {
    const { client, now } = transaction;
    await takeLock(transaction, 'projectsOfTeam', teamId);
    if ((await client.project.count({ where: { teamId } })) >= maxProjects) throw tooMany();
    const { id } = await client.project.create({
      data: {
        id: newId(),
        teamId,
        ...fieldsOnCreation(projectFields, input),
        createdAt: now,
        updatedAt: now,
      },
      select: { id: true },
    });
    return writeProjectEvent(ctx, transaction, { id, type: 'project.created' });
  });
}
