import { type Access, type CallerKind, keyCallers, mayCall, neededKeyAccess } from '@crewboard/contracts';
import { AppError, notFound } from '../errors.ts';
import type { Actor } from './actor.ts';

export function callerKindOf(actor: Actor): CallerKind {
  if (actor.kind === 'member') return actor.role;
  return actor.kind === 'key' ? keyCallers[actor.access] : actor.kind;
}

/** Throws UNAUTHENTICATED, NOT_FOUND or a 403 if the actor may not call operations with this access. */
export function assertAccess(actor: Actor, access: Access): void {
  if (!mayCall(callerKindOf(actor), access)) throw accessError(actor, access);
}

function accessError(actor: Actor, access: Access): AppError {
  if (actor.kind === 'web') return new AppError('UNAUTHENTICATED', 'You are not signed in. Sign in first.');
  // The person is not in the team, which therefore does not exist for them.
  if (actor.kind === 'user') return notFound();
  if (access === 'agent') {
    return new AppError(
      'AGENT_TOKEN_REQUIRED',
      'Only agents can do this: call it with an agent token (cb_agent_…). Other callers move the task instead.',
    );
  }
  const needed = neededKeyAccess(access);
  if (actor.kind === 'agent' && needed) {
    return new AppError(
      'TEAM_API_KEY_REQUIRED',
      'Agents cannot do this: call it with a team API key (cb_team_…).',
    );
  }
  if (actor.kind === 'key' && needed) {
    return new AppError(
      'FORBIDDEN',
      `This key has the access "${actor.access}", and this needs a key with the access "${needed}". Ask an admin of the team for one.`,
    );
  }
  return new AppError(
    'FORBIDDEN',
    actor.kind === 'member' && access !== 'agentOrKey'
      ? `Your role (${actor.role}) does not allow this. Ask an admin of the team.`
      : 'This kind of caller cannot do this.',
  );
}

/** Throws NOT_FOUND for another team: it does not exist for the caller. */
export function assertTeam(actor: Actor, teamId: unknown): void {
  if (!('teamId' in actor) || (teamId !== undefined && teamId !== actor.teamId)) throw notFound();
}
