import { z } from 'zod';
import { agentFailureThreshold } from '../bounds/attention-bounds.ts';
import { agentFields, agentFieldTexts } from '../fields/agent-fields.ts';
import { creationShape, patchShape, responseShape } from '../schemas/field-schemas.ts';
import { PagedOnRequest } from '../schemas/paging.ts';
import { BoundedCount, Expiry, PathId, wholeNumber } from '../schemas/values.ts';
import { FailedAttempt } from './attempt.ts';

/** The maximum of `graceSeconds`: a day. */
const maxGraceSeconds = 86_400;

/** How many agents a team may have, including inactive ones. */
export const maxAgents = 10_000;

const expiryOfToken = 'When the new token expires; null or absent for never.';

const agentShape = responseShape(agentFields, agentFieldTexts);

export const Agent = z.strictObject(agentShape).meta({ id: 'Agent' });
export type Agent = z.infer<typeof Agent>;

/** The response to a creation or rotation. No other response has the token. */
export const AgentWithToken = z
  .strictObject({
    ...agentShape,
    token: z.string().meta({
      description: "The agent's token. Store it: no later response shows it.",
      example: 'cb_agent_…',
    }),
  })
  .meta({ id: 'AgentWithToken' });
export type AgentWithToken = z.infer<typeof AgentWithToken>;

export const AgentTarget = z.strictObject({ agentId: PathId });

export const ListAgents = z.strictObject({ teamId: PathId, ...PagedOnRequest });

export const CreateAgent = z.strictObject({
  teamId: PathId,
  ...creationShape(agentFields, agentFieldTexts),
  expiresAt: Expiry.nullish().meta({ description: expiryOfToken }),
});

/** By default, the old token ends at once and the new one never expires. */
export const RotateAgentToken = AgentTarget.extend({
  graceSeconds: wholeNumber(0, maxGraceSeconds)
    .nullish()
    .meta({
      description:
        'For how long the old token is valid beside the new one, 0 by default; no longer than until it expires. An even ' +
        'older one ends at once.',
    }),
  expiresAt: Expiry.nullish().meta({ description: expiryOfToken }),
});

export const AgentPatch = z.strictObject(patchShape(agentFields, agentFieldTexts));
export type AgentPatch = z.infer<typeof AgentPatch>;

export const UpdateAgent = AgentTarget.extend(AgentPatch.shape);

/** The fields of an agent that cards, filters and selects of the dashboard show. */
export const AgentSummary = Agent.pick({
  id: true,
  name: true,
  status: true,
  lastActiveAt: true,
  paused: true,
}).meta({ id: 'AgentSummary' });
export type AgentSummary = z.infer<typeof AgentSummary>;

/** An agent with the additional fields that the page of agents shows. */
export const AgentOverview = z.strictObject({
  ...agentShape,
  /** How many tasks the agent holds. */
  tasksInProgress: BoundedCount,
  /** The first characters of the token; null without a token. */
  tokenPrefix: z.string().nullable(),
  /** Lifetime of the last token, in seconds, also if the token was revoked; null if it never expires. */
  tokenLifetimeSeconds: z.int().nullable(),
});
export type AgentOverview = z.infer<typeof AgentOverview>;

export const AgentOverviewPage = z.strictObject({
  items: z.array(AgentOverview),
  nextCursor: z.string().nullable(),
});

/** The failed attempts of an agent since its last completion. `last` has the newest ones, the newest first. */
export const AgentFailures = z.strictObject({
  count: z.int(),
  last: z.array(FailedAttempt).max(agentFailureThreshold),
});
export type AgentFailures = z.infer<typeof AgentFailures>;

/** How many tasks the agent completed on each of the last 30 days, the oldest day first. */
export const AgentCompletions = z.strictObject({
  days: z.array(z.strictObject({ date: z.iso.date(), count: z.int() })),
});
export type AgentCompletions = z.infer<typeof AgentCompletions>;

/** Days begin at midnight in `timeZone`. */
export const AgentCompletionsQuery = AgentTarget.extend({
  timeZone: z
    .string()
    .max(100)
    .refine(isTimeZone, { error: 'must be a time zone of the IANA database, such as Europe/Berlin' })
    .default('UTC'),
});

/** Rejects offsets such as +05:30, because PostgreSQL reads their sign the other way round. */
function isTimeZone(name: string): boolean {
  if (!/^[A-Za-z]/.test(name)) return false;
  try {
    return Boolean(new Intl.DateTimeFormat('en', { timeZone: name }));
  } catch {
    return false;
  }
}
