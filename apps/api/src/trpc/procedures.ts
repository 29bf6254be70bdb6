import type { Access } from '@crewboard/contracts';
import { assertAccess, assertTeam } from '../auth/access.ts';
import type { Actor, AgentActor, KeyActor, MemberActor, PersonActor, TeamActor } from '../auth/actor.ts';
import { AppError } from '../errors.ts';
import { baseProcedure } from './init.ts';

/** Whether the input names a team, which must then be the caller's own. */
function teamOf(input: unknown): unknown {
  return input !== null && typeof input === 'object' && 'teamId' in input ? input.teamId : undefined;
}

/** Whose share of the connections and of the unsent bytes the call uses: that of the team, else of the person. */
export function shareKeyOf(actor: Actor): string {
  if ('teamId' in actor) return actor.teamId;
  return 'id' in actor ? actor.id : actor.kind;
}

/** A procedure for these callers. */
function procedureFor<A extends Actor>(access: Access) {
  return baseProcedure.meta({ access }).use(async ({ ctx, next }) => {
    const { actor } = ctx;
    if (!actor) throw new AppError('UNAUTHENTICATED', 'Send the header Authorization: Bearer <token>.');
    assertAccess(actor, access);
    return next({ ctx: { actor: actor as A, db: ctx.teamDatabases.of(shareKeyOf(actor)) } });
  });
}

/** A procedure for these callers, all of them of a team. */
function teamProcedureFor<A extends TeamActor>(access: Access) {
  return procedureFor<A>(access).use(async ({ ctx, next, meta, getRawInput }) => {
    // A REST route without a team in its path has no such field, so there it is just an unknown one.
    const namesTeam = !meta?.openapi || meta.openapi.path.includes('{teamId}');
    if (namesTeam) assertTeam(ctx.actor, teamOf(await getRawInput()));
    return next();
  });
}

export const publicProcedure = baseProcedure.meta({ access: 'public' });
/** The web server: signing people in. */
export const webProcedure = procedureFor<Actor>('web');
/** Everybody who is signed in, whatever their teams. */
export const userProcedure = procedureFor<PersonActor>('signedIn');
/** Agents and team API keys. */
export const credentialProcedure = teamProcedureFor<AgentActor | KeyActor>('credential');
/** Everybody in the team. */
export const readProcedure = teamProcedureFor<TeamActor>('read');
/** Every member of the team, whatever their role: what concerns themselves. */
export const memberProcedure = teamProcedureFor<MemberActor>('member');
/** Everybody in the team but viewers. */
export const writeProcedure = teamProcedureFor<TeamActor>('write');
/** An agent's token: claim, complete. */
export const agentProcedure = teamProcedureFor<AgentActor>('agent');
/** Team API keys, admins and owners: agents and projects. */
export const manageProcedure = teamProcedureFor<KeyActor | MemberActor>('manage');
/** Admins and owners: keys and members. */
export const adminProcedure = teamProcedureFor<MemberActor>('admin');
