import { confidentialSubjects } from '@crewboard/contracts';
import { raw, type Sql } from '@crewboard/db';
import type { TeamActor } from '../../auth/actor.ts';
import { AppError } from '../../errors.ts';

// Events about members and API keys are confidential: only owners and admins can subscribe an endpoint to them. If a
// team API key subscribed an endpoint to `*`, the endpoint gets only the events that the key can read itself.

const isConfidential = (type: string) =>
  confidentialSubjects.some((subject) => type.startsWith(`${subject}.`));

/** SQL: whether a team API key can read events about subjects of this type. */
export const isSubjectSharedWithKeys = (subjectType: string): Sql =>
  raw(`${subjectType} <> all('{${confidentialSubjects.join(',')}}'::event_subject[])`);

/** SQL: whether a team API key can read events of this type. */
export const isTypeSharedWithKeys = (type: string): Sql =>
  raw(`split_part(${type}, '.', 1) <> all('{${confidentialSubjects.join(',')}}'::text[])`);

/** Whether the actor can read confidential events. Access has admitted only owners and admins among the members. */
export const canReadConfidential = ({ kind }: TeamActor): boolean => kind === 'member';

/**
 * Whether an endpoint gets confidential events if this actor subscribes it to these types. Throws FORBIDDEN if a team
 * API key names a confidential type.
 */
export function includesConfidential(actor: TeamActor, eventTypes: string[]): boolean {
  const confidential = eventTypes.filter(isConfidential);
  if (canReadConfidential(actor)) return confidential.length > 0 || eventTypes.includes('*');
  if (confidential.length === 0) return false;
  throw new AppError(
    'FORBIDDEN',
    `eventTypes: a team API key cannot subscribe to ${confidential.join(', ')}. Ask an owner or admin to do it in the dashboard.`,
  );
}
