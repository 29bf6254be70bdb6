import type { DashboardPage, ListedProject, ListProjects, ProjectPage } from '@crewboard/contracts';
import type { z } from 'zod';
import { uncountedTasks } from '../events/uncounted.ts';
import { defineList, readListPage } from '../list-page.ts';
import { setCursors } from '../read-page.ts';
import type { VerbContext } from '../verb-context.ts';
import { type ListedProjectRow, listedProjectRow, toListedProject } from './project-row.ts';

type Call<Input extends z.ZodType> = { ctx: VerbContext; input: z.output<Input> };

export const projectList = defineList<ListedProjectRow>({
  table: 'projects',
  columns: listedProjectRow.columns,
  bytes: listedProjectRow.bytes,
  ctes: uncountedTasks,
});

/** A page of the team's projects, the oldest first. */
export async function listProjects({ ctx, input }: Call<typeof ListProjects>): Promise<ListedProject[]> {
  const page = await readListPage(ctx, projectList, input);
  setCursors(ctx, page);
  return page.rows.map(toListedProject);
}

/** The same for the dashboard, which reads no headers. */
export async function pageProjects({
  ctx,
  input,
}: Call<typeof DashboardPage>): Promise<z.infer<typeof ProjectPage>> {
  const page = await readListPage(ctx, projectList, input);
  setCursors(ctx, page);
  return { items: page.rows.map(toListedProject), nextCursor: page.nextCursor };
}
