import type { KeyAccess, MemberRole } from '@crewboard/contracts';

// Who acts. The id is that of the agent, the team API key or the person's account.

export type AgentActor = { kind: 'agent'; id: string; teamId: string };
export type KeyActor = { kind: 'key'; id: string; teamId: string; access: KeyAccess };
/** A person in the team that the dashboard shows. */
export type MemberActor = { kind: 'member'; id: string; teamId: string; sessionId: string; role: MemberRole };
/** An actor in a team. */
export type TeamActor = AgentActor | KeyActor | MemberActor;

/** A signed-in person, outside of their teams. */
export type UserActor = { kind: 'user'; id: string; sessionId: string };
export type PersonActor = UserActor | MemberActor;
/** The web server itself, before a person has signed in. */
export type WebActor = { kind: 'web' };
export type Actor = TeamActor | UserActor | WebActor;

/**
 * The id whose share of connections, unread bytes and turns the actor uses: the team, or the person outside of any.
 * Callers without a credential have one together.
 */
export function getShareOwnerId(actor: Actor | null | undefined): string {
  if (!actor) return 'anonymous';
  if ('teamId' in actor) return actor.teamId;
  return 'id' in actor ? actor.id : actor.kind;
}

/** The operator at the command line or the service itself, acting in a team without a credential. */
export type SystemActor = { kind: 'system'; id: null; teamId: string };
export const systemIn = (teamId: string): SystemActor => ({ kind: 'system', id: null, teamId });
/** The operator or the service changing an account, which may be in many teams. */
export type AccountSystemActor = { kind: 'system'; id: null };
