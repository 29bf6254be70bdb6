import { AppError, notFound } from '../errors.ts';
import type { Actor } from './actor.ts';

/**
 * Which credential an operation takes: none, any, the token of an agent, or a team API key.
 * Decided before the target is looked at, so that a refusal tells nothing.
 */
export type Access = 'public' | 'any' | 'agent' | 'key';

export function assertAccess(actor: Actor, access: Access): void {
  if (access === 'agent' && actor.kind !== 'agent') {
    throw new AppError(
      'AGENT_TOKEN_REQUIRED',
      'Only an agent can do this: call it with an agent token (cb_agent_…), not with a team API key.',
    );
  }
  if (access === 'key' && actor.kind !== 'key') {
    throw new AppError(
      'TEAM_API_KEY_REQUIRED',
      'An agent cannot do this: call it with a team API key (cb_team_…), not with an agent token.',
    );
  }
}

/** Another team does not exist for the caller. */
export function assertTeam(actor: Actor, teamId: unknown): void {
  if (teamId !== undefined && teamId !== actor.teamId) throw notFound();
}
