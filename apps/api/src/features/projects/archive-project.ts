import type { Project, ProjectTarget } from '@crewboard/contracts';
import type { z } from 'zod';
import type { VerbContext } from '../verb-context.ts';
import { changeArchive } from './change-archive.ts';

type Call = { ctx: VerbContext; input: z.output<typeof ProjectTarget> };

/**
 * Puts a project away with its tasks: those to do before the response, the closed ones soon after it, and those in progress once
 * they are not any more. No task comes into it. What is archived stays as it is. Throws NOT_FOUND.
 */
export async function archiveProject({ ctx, input: { projectId } }: Call): Promise<Project> {
  const project = await changeArchive(ctx, projectId, {
    decide: ({ archivedAt }, now) =>
      archivedAt ? 'keep' : { type: 'project.archived', set: { archivedAt: now } },
    restoredSince: () => null,
  });
  // A key belongs to the change of the project.
  await ctx.archiver.archiveTodoOf({ ...ctx, keyedRequest: undefined }, projectId);
  ctx.changeNotifier.notify();
  return project;
}
