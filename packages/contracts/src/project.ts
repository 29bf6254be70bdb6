import { z } from 'zod';
import { Id, LongText, Name, PathId, Time } from './text.ts';

export const Project = z
  .strictObject({
    id: Id,
    name: z.string(),
    description: z.string().nullable(),
    teamId: Id,
    taskCount: z.int().min(0).meta({ description: 'Tasks of the project, whatever their status.' }),
    createdAt: Time,
    updatedAt: Time,
  })
  .meta({ id: 'Project' });
export type Project = z.infer<typeof Project>;

export const ProjectTarget = z.strictObject({ projectId: PathId });

export const ListProjects = z.strictObject({ teamId: PathId });

/** On creation null counts as absent. */
export const CreateProject = z.strictObject({
  teamId: PathId,
  name: Name,
  description: LongText.nullish(),
});

export const ProjectPatch = z.strictObject({
  name: Name.optional(),
  description: LongText.nullable().optional(),
});
export type ProjectPatch = z.infer<typeof ProjectPatch>;

export const UpdateProject = ProjectTarget.extend(ProjectPatch.shape);
