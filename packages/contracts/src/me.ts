import { z } from 'zod';
import { Agent } from './agent.ts';
import { Id, oneOf, Time } from './text.ts';

/** What a credential is. `agent` is set for an agent's token, `key` for a team API key. */
export const Me = z
  .strictObject({
    kind: oneOf(['agent', 'key']),
    teamId: Id,
    team: z.strictObject({ id: Id, name: z.string() }),
    agent: Agent.nullable(),
    key: z.strictObject({ id: Id, name: z.string(), expiresAt: Time.nullable() }).nullable(),
  })
  .meta({ id: 'Me' });
export type Me = z.infer<typeof Me>;
