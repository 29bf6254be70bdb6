/** After this many failed attempts in a row, the attention page names the agent, with these attempts. */
export const agentFailureThreshold = 3;
/** How much of the reason of a failure the attention page shows, in characters. */
export const maxShownReason = 300;
