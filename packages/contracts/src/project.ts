import { z } from 'zod';
import { attemptLimit } from './attempt-limit.ts';
import { ListPage } from './paging.ts';
import { Description, Id, Name, PathId, Time } from './text.ts';

/** The maximum of projects per team. */
export const maxProjects = 10_000;

const { message: error, min, max, whenAbsent } = attemptLimit;

const MaxAttempts = z.int({ error }).min(min, { error }).max(max, { error }).nullable();

export const Project = z
  .strictObject({
    id: Id,
    name: z.string(),
    description: z.string().nullable(),
    teamId: Id,
    maxAttempts: z.int().nullable().meta({
      description:
        'After this many expired leases in a row, a task needs attention and is not handed out again. Null: never.',
    }),
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
  maxAttempts: MaxAttempts.optional().meta({
    description: `${whenAbsent} when absent; null: a task is handed out again however often a lease expires.`,
  }),
});

export const ProjectPatch = z.strictObject({
  name: Name.optional(),
  description: Description.nullable().optional(),
  maxAttempts: MaxAttempts.optional().meta({
    description: 'Null: a task is handed out again however often a lease expires.',
  }),
});
export type ProjectPatch = z.infer<typeof ProjectPatch>;

export const UpdateProject = ProjectTarget.extend(ProjectPatch.shape);
