import { z } from 'zod';
import { Pause } from '../schemas/field-schemas.ts';
import { Id, Name, PathId, text } from '../schemas/values.ts';

export const Team = z
  .strictObject({
    id: Id,
    name: z.string(),
    paused: Pause.nullable().meta({
      description: 'While it is not null, no agent of the team starts a task.',
    }),
  })
  .meta({ id: 'Team' });
export type Team = z.infer<typeof Team>;

export const TeamTarget = z.strictObject({ teamId: PathId });

export const CreateTeam = z.strictObject({ name: Name });
/** `name` confirms the deletion: VALIDATION_ERROR if it is not the name of the team. */
export const DeleteTeam = z.strictObject({ teamId: PathId, name: text({ max: 1000 }) });
export const RestoreTeam = z.strictObject({ teamId: PathId });
export const CreatedTeam = z.strictObject({ teamId: Id, projectId: Id });
