/** The tRPC context of a call of the browser. */
export interface CallContext {
  /** Replaces the team of the current page: a person may open another team before the call is sent. */
  teamId?: string;
}

/** The options of a query or mutation that acts in this team, even if the page of another team is open. */
export const inTeam = (teamId: string) => ({ trpc: { context: { teamId } satisfies CallContext } });
