import { z } from 'zod';
import { Pause } from '../schemas/field-schemas.ts';
import { Id, PathId } from '../schemas/values.ts';

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
