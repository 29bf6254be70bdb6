import type { MemberRole } from '@crewboard/contracts';

// The authenticated caller. The id is that of the agent, the team API key, or the person.

export type AgentActor = { kind: 'agent'; id: string; teamId: string };
export type KeyActor = { kind: 'key'; id: string; teamId: string };
/** A person in the team that the dashboard shows. */
export type MemberActor = { kind: 'member'; id: string; teamId: string; sessionId: string; role: MemberRole };
/** Who acts in a team. */
export type TeamActor = AgentActor | KeyActor | MemberActor;

/** A signed-in person, outside of their teams. */
type UserActor = { kind: 'user'; id: string; sessionId: string };
export type PersonActor = UserActor | MemberActor;
/** The web server itself, before a person has signed in. */
type WebActor = { kind: 'web' };
export type Actor = TeamActor | UserActor | WebActor;

/** What limits count an actor by: the team, or the person outside of any. */
export function shareKeyOf(actor: Actor): string {
  if ('teamId' in actor) return actor.teamId;
  return 'id' in actor ? actor.id : actor.kind;
}

/** The operator at the command line, and the service itself. */
export type SystemActor = { kind: 'system'; id: null; teamId: string };
/** The same for changes of an account, which may be in many teams. */
export type AccountSystemActor = { kind: 'system'; id: null };
