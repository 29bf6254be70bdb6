/** After so many attempts in a row that failed an agent is named, with these attempts. */
export const maxAgentFailures = 3;
/** Of the reason of a failure, beside what waits for a person. In characters. */
export const maxShownReason = 300;
