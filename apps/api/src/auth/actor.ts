import type { KeyAccess, MemberRole } from '@crewboard/contracts';

// The kinds of actors. Their `id` is that of the agent, the team API key or the account of the person.

export type AgentActor = { kind: 'agent'; id: string; teamId: string };
export type KeyActor = { kind: 'key'; id: string; teamId: string; access: KeyAccess };
/** A signed-in person, in the team that their page of the dashboard shows. */
export type MemberActor = { kind: 'member'; id: string; teamId: string; sessionId: string; role: MemberRole };
/** An actor in a team. */
export type TeamActor = AgentActor | KeyActor | MemberActor;

/** A signed-in person whose request is about no team, or about a team that they are not in. */
export type UserActor = { kind: 'user'; id: string; sessionId: string };
export type PersonActor = UserActor | MemberActor;
/** The web server itself, for requests before a person has signed in. */
export type WebActor = { kind: 'web' };
export type Actor = TeamActor | UserActor | WebActor;

/**
 * The owner of the share of connections, unread bytes and turns that the actor uses: the team, or the person if there
 * is no team. All callers without a credential have one share.
 */
export function getShareOwnerId(actor: Actor | null | undefined): string {
  if (!actor) return 'anonymous';
  if ('teamId' in actor) return actor.teamId;
  return 'id' in actor ? actor.id : actor.kind;
}

/** An operator at the command line, or the service itself, as the actor of a change in a team. */
export type SystemActor = { kind: 'system'; id: null; teamId: string };
export const systemIn = (teamId: string): SystemActor => ({ kind: 'system', id: null, teamId });
/** The same as the actor of a change of an account, which may be in many teams. */
export type AccountSystemActor = { kind: 'system'; id: null };
