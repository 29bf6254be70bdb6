import { z } from 'zod';
import { ListPage } from './paging.ts';
import { Description, Id, Name, PathId, Time } from './text.ts';

/** The maximum of projects per team. */
export const maxProjects = 10_000;

export const Project = z
  .strictObject({
    id: Id,
    name: z.string(),
    description: z.string().nullable(),
    teamId: Id,
    taskCount: z.int().min(0).meta({ description: 'Tasks of the project in any status.' }),
    createdAt: Time,
    updatedAt: Time,
  })
  .meta({ id: 'Project' });
export type Project = z.infer<typeof Project>;

/** A project as events contain it: without its count of tasks, which changes without an event. */
export const ProjectSnapshot = Project.omit({ taskCount: true }).meta({ id: 'ProjectSnapshot' });

/** The fields of a project that filters and selects of the dashboard show. */
export const ProjectSummary = Project.pick({ id: true, name: true }).meta({ id: 'ProjectSummary' });
export type ProjectSummary = z.infer<typeof ProjectSummary>;

export const ProjectPage = z.strictObject({ items: z.array(Project), nextCursor: z.string().nullable() });

export const ProjectTarget = z.strictObject({ projectId: PathId });

export const ListProjects = z.strictObject({ teamId: PathId, ...ListPage });

/** On creation null counts as absent. */
export const CreateProject = z.strictObject({
  teamId: PathId,
  name: Name,
  description: Description.nullish(),
});

export const ProjectPatch = z.strictObject({
  name: Name.optional(),
  description: Description.nullable().optional(),
});
export type ProjectPatch = z.infer<typeof ProjectPatch>;

export const UpdateProject = ProjectTarget.extend(ProjectPatch.shape);
