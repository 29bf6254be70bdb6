import * as enums from '@crewboard/db/enums';
import { z } from 'zod';
import { valuesOf } from '../enums.ts';
import { Id, oneOf } from './values.ts';

/** Who made a change, with their current name. Id and name are null for the service itself. */
export const EventActor = z
  .strictObject({
    kind: oneOf(valuesOf(enums.ActorKind)),
    id: Id.nullable(),
    name: z.string().nullable(),
  })
  .meta({ id: 'Actor' });
