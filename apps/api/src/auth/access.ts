import type { ErrorCode } from '@crewboard/contracts';
import { AppError, notFound } from '../errors.ts';
import type { Actor, MemberActor } from './actor.ts';

/**
 * Who may call an operation. Decided before the target is looked at, so that a refusal tells nothing.
 * - `public` everybody; `web` the web server alone; `signedIn` every person who is signed in
 * - `credential` agents and team API keys; `agent` agents alone
 * - `read`, `write` agents, keys and members; viewers only read
 * - `member` every member, whatever their role
 * - `manage` keys, admins and owners; `admin` admins and owners alone
 */
export type Access =
  | 'public'
  | 'web'
  | 'signedIn'
  | 'credential'
  | 'agent'
  | 'read'
  | 'write'
  | 'member'
  | 'manage'
  | 'admin';

export const isManager = ({ role }: MemberActor) => role === 'owner' || role === 'admin';

function memberMay(actor: MemberActor, access: Access): boolean {
  if (access === 'signedIn' || access === 'read' || access === 'member') return true;
  if (access === 'write') return actor.role !== 'viewer';
  return (access === 'manage' || access === 'admin') && isManager(actor);
}

function refusal(actor: Actor, access: Access): ErrorCode | undefined {
  switch (actor.kind) {
    case 'agent':
      if (['credential', 'agent', 'read', 'write'].includes(access)) return undefined;
      return access === 'manage' ? 'TEAM_API_KEY_REQUIRED' : 'FORBIDDEN';
    case 'key':
      if (['credential', 'read', 'write', 'manage'].includes(access)) return undefined;
      return access === 'agent' ? 'AGENT_TOKEN_REQUIRED' : 'FORBIDDEN';
    case 'member':
      if (memberMay(actor, access)) return undefined;
      return access === 'agent' ? 'AGENT_TOKEN_REQUIRED' : 'FORBIDDEN';
    case 'user':
      return access === 'signedIn' ? undefined : 'NOT_FOUND';
    case 'web':
      return access === 'web' ? undefined : 'UNAUTHENTICATED';
  }
}

export function assertAccess(actor: Actor, access: Access): void {
  switch (refusal(actor, access)) {
    case undefined:
      return;
    case 'AGENT_TOKEN_REQUIRED':
      throw new AppError(
        'AGENT_TOKEN_REQUIRED',
        'Only agents do this, with an agent token (cb_agent_…). Everybody else moves the task instead.',
      );
    case 'TEAM_API_KEY_REQUIRED':
      throw new AppError(
        'TEAM_API_KEY_REQUIRED',
        'Agents cannot do this: call it with a team API key (cb_team_…).',
      );
    case 'NOT_FOUND':
      throw notFound();
    case 'UNAUTHENTICATED':
      throw new AppError('UNAUTHENTICATED', 'Nobody is signed in.');
    default:
      throw new AppError(
        'FORBIDDEN',
        actor.kind === 'member' && access !== 'credential'
          ? `Your role (${actor.role}) does not allow this. Ask an admin of the team.`
          : 'This is not for this kind of caller.',
      );
  }
}

/** Another team does not exist for the caller. */
export function assertTeam(actor: Actor, teamId: unknown): void {
  if (!('teamId' in actor) || (teamId !== undefined && teamId !== actor.teamId)) throw notFound();
}
