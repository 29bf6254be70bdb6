import { confidentialSubjects } from '@crewboard/contracts';
import type { TeamActor } from '../../auth/actor.ts';
import { AppError } from '../../errors.ts';

// Endpoints can be told of everything that happens in the team. What happens to members and API keys only owners and
// admins may read, so only they can ask for it; `*` of a team API key is all that the key may read itself.

const isConfidential = (type: string) =>
  confidentialSubjects.some((subject) => type.startsWith(`${subject}.`));

/** SQL: whether team API keys may read of this kind of subject. */
export const sharedWithKeys = (subjectType: string) =>
  `${subjectType} <> all('{${confidentialSubjects.join(',')}}'::event_subject[])`;

/** SQL: the same, from the type of an event. */
export const typeSharedWithKeys = (type: string) =>
  `split_part(${type}, '.', 1) <> all('{${confidentialSubjects.join(',')}}'::text[])`;

/** Whether somebody may read of all that endpoints are told. */
export const mayReadAll = ({ kind }: TeamActor): boolean => kind === 'member';

/** Whether an endpoint that somebody asks for these types is told all of them. Refuses what a key may not ask for. */
export function tellsAll(actor: TeamActor, eventTypes: string[]): boolean {
  const wanted = eventTypes.filter((type) => type === '*' || isConfidential(type));
  if (mayReadAll(actor)) return wanted.length > 0;
  const refused = wanted.filter(isConfidential);
  if (refused.length === 0) return false;
  throw new AppError(
    'FORBIDDEN',
    `eventTypes: ${refused.join(', ')} can be asked for by owners and admins only, in the dashboard.`,
  );
}
