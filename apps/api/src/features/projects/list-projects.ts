import type { ListedProject, ListProjects, ProjectPage, ProjectPageQuery } from '@crewboard/contracts';
import { raw } from '@crewboard/db';
import type { z } from 'zod';
import { uncountedTasks } from '../events/uncounted.ts';
import { defineList, readListPage } from '../list-page.ts';
import type { Call } from '../verb-context.ts';
import { type ListedProjectRow, listedProjectRow, toListedProject } from './project-row.ts';

const listWhere = (where: string) =>
  defineList<ListedProjectRow>({
    table: 'projects',
    columns: listedProjectRow.columns,
    bytes: listedProjectRow.bytes,
    where: raw(where),
    ctes: uncountedTasks,
  });

export const projectList = listWhere('archived_at is null');
const archivedList = listWhere('archived_at is not null');
const selectList = ({ archived }: { archived: boolean }) => (archived ? archivedList : projectList);

/** A page of the team's active projects, or of the archived ones, the oldest first. */
export async function listProjects({ ctx, input }: Call<typeof ListProjects>): Promise<ListedProject[]> {
  const { rows } = await readListPage(ctx, selectList(input), input);
  return rows.map(toListedProject);
}

/** The same page for the dashboard, with its cursor in the body: tRPC has no headers for each call. */
export async function pageProjects({
  ctx,
  input,
}: Call<typeof ProjectPageQuery>): Promise<z.infer<typeof ProjectPage>> {
  const page = await readListPage(ctx, selectList(input), input);
  return { items: page.rows.map(toListedProject), nextCursor: page.nextCursor };
}
