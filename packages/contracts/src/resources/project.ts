import { z } from 'zod';
import { projectFields, projectFieldTexts } from '../fields/project-fields.ts';
import { creationShape, patchShape, responseShape } from '../schemas/field-schemas.ts';
import { Archived, DashboardPage, PagedOnRequest } from '../schemas/paging.ts';
import { PathId } from '../schemas/values.ts';

/** How many projects a team may have. */
export const maxProjects = 10_000;

export const Project = z
  .strictObject(responseShape(projectFields, projectFieldTexts))
  .meta({ id: 'Project' });
export type Project = z.infer<typeof Project>;

/** A project in a list: without its instructions, which would make lists long. */
export const ListedProject = Project.omit({ instructions: true }).meta({ id: 'ListedProject' });
export type ListedProject = z.infer<typeof ListedProject>;

/** A project as events contain it: without `taskCount`, which changes without an event. */
export const ProjectSnapshot = ListedProject.omit({ taskCount: true }).meta({ id: 'ProjectSnapshot' });

/** The fields of a project that filters and selects of the dashboard show. */
export const ProjectSummary = Project.pick({ id: true, name: true, paused: true }).meta({
  id: 'ProjectSummary',
});
export type ProjectSummary = z.infer<typeof ProjectSummary>;

export const ProjectPage = z.strictObject({
  items: z.array(ListedProject),
  nextCursor: z.string().nullable(),
});

export const ProjectTarget = z.strictObject({ projectId: PathId });

export const ListProjects = z.strictObject({ teamId: PathId, archived: Archived, ...PagedOnRequest });

/** For the dashboard. */
export const ListProjectSummaries = ListProjects.pick({ teamId: true, archived: true });
export const ProjectPageQuery = DashboardPage.extend({ archived: Archived });

export const CreateProject = z.strictObject({
  teamId: PathId,
  ...creationShape(projectFields, projectFieldTexts),
});

export const ProjectPatch = z.strictObject(patchShape(projectFields, projectFieldTexts));
export type ProjectPatch = z.infer<typeof ProjectPatch>;

export const UpdateProject = ProjectTarget.extend(ProjectPatch.shape);
