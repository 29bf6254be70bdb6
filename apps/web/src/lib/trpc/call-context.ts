/** What a call may be given beside its input. */
export interface CallContext {
  /** The team, for a call that may be sent after the person has left its page. */
  teamId?: string;
}

/** Options of procedures that act in this team, also when a page of another team is open. */
export const inTeam = (teamId: string) => ({ trpc: { context: { teamId } satisfies CallContext } });
