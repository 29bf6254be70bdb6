import { z } from 'zod';
import { Id, Time } from '../schemas/values.ts';
import { Agent } from './agent.ts';
import { KeyAccess } from './api-key.ts';
import { Team } from './team.ts';

const ofTeam = { teamId: Id, team: Team };
const Key = z.strictObject({ id: Id, name: z.string(), access: KeyAccess, expiresAt: Time.nullable() });

// Nullable instead of null, because some client generators drop a property that can only be null.
const noAgent = Agent.nullable().meta({ description: 'Null.' });
const noKey = Key.nullable().meta({ description: 'Null.' });

/** The caller, by its credential: an agent token or a team API key. */
export const Me = z
  .discriminatedUnion('kind', [
    z.strictObject({ kind: z.literal('agent'), ...ofTeam, agent: Agent, key: noKey }).meta({ id: 'MeAgent' }),
    z.strictObject({ kind: z.literal('key'), ...ofTeam, agent: noAgent, key: Key }).meta({ id: 'MeKey' }),
  ])
  .meta({ id: 'Me' });
export type Me = z.infer<typeof Me>;
