import { z } from 'zod';
import { extensible } from '../schemas/open-api.ts';
import { Id, Time } from '../schemas/values.ts';
import { errorCatalog } from './error-catalog.ts';

export type ErrorCode = keyof typeof errorCatalog;
export const errorCodes = Object.keys(errorCatalog) as [ErrorCode, ...ErrorCode[]];

/** The anchor of an error on the page /docs/errors, which is the last part of its `type`. */
export const errorAnchor = (code: ErrorCode): string => code.toLowerCase().replaceAll('_', '-');

/** How many invalid fields a response names at most. */
export const maxFieldErrors = 100;

/**
 * Extension members of TASK_ALREADY_CLAIMED, TASK_ASSIGNED_TO_OTHER, NOT_CLAIM_HOLDER and STALE_CLAIM: all three or
 * none. Clients decide on them, not on `detail`.
 */
export const TaskHolder = z.strictObject({
  heldByCaller: z.boolean().meta({ description: 'Whether the caller holds the task.' }),
  assignedAgentId: Id.nullable().meta({
    description: 'The agent that holds the task, or that it is assigned to.',
  }),
  heldSince: Time.nullable().meta({ description: 'Null while nobody holds the task.' }),
});
export type TaskHolder = z.infer<typeof TaskHolder>;

/** Extension members of the errors about dependencies. */
export const DependencyFacts = z.strictObject({
  openBlockerIds: z
    .array(Id)
    .meta({ description: 'With TASK_BLOCKED: the tasks of `blockedBy` that are not done.' }),
  cycle: z.array(Id).meta({
    description:
      'With DEPENDENCY_CYCLE: each task waits for the next, or is its sub-task, and the last that of the first.',
  }),
});
export type DependencyFacts = z.infer<typeof DependencyFacts>;

/** Extension member of TASK_NOT_CLAIMABLE. */
export const StartFacts = z.strictObject({
  notBefore: Time.meta({
    description: 'With TASK_NOT_CLAIMABLE, if that is the reason: no attempt of the task starts before.',
  }),
});
export type StartFacts = z.infer<typeof StartFacts>;

/** The extension member of EXTERNAL_ID_TAKEN. */
export const ExternalIdFacts = z.strictObject({
  taskId: Id.meta({ description: 'With EXTERNAL_ID_TAKEN: the task that has it.' }),
});
export type ExternalIdFacts = z.infer<typeof ExternalIdFacts>;

/** The body of every error: RFC 9457, application/problem+json. */
export const Problem = z
  .strictObject({
    type: z.string().meta({
      format: 'uri-reference',
      description: 'A page that explains this error: a URL, or a path of this server.',
    }),
    title: z.string(),
    status: z.int().min(400).max(599),
    detail: z.string().meta({ description: 'The error in words, for people.' }),
    code: z.enum(errorCodes).meta({
      description:
        'The error as a code, for programs. Later versions may add codes: treat an unknown code by its status.',
      ...extensible,
    }),
    requestId: z.string(),
    errors: z
      .array(
        z.strictObject({
          path: z.string().meta({
            description:
              'The field: its name, with names and array indexes joined by dots (`eventTypes.0`), without a leading ' +
              'slash. Empty for the input as a whole.',
          }),
          message: z.string().meta({ description: 'The requirement on the field, for people.' }),
        }),
      )
      .max(maxFieldErrors)
      .optional()
      .meta({ description: 'With VALIDATION_ERROR: each field and what it must be, the first 100 of them.' }),
    ...TaskHolder.partial().shape,
    ...DependencyFacts.partial().shape,
    ...StartFacts.partial().shape,
    ...ExternalIdFacts.partial().shape,
  })
  .meta({ id: 'Problem' });
export type Problem = z.infer<typeof Problem>;
