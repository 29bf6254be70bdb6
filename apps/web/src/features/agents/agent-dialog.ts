import type { Agent, AgentOverview } from '@crewboard/contracts';

export type AgentAction = 'edit' | 'rotate' | 'giveBack' | 'deactivate' | 'reactivate';

/** Which dialog about agents is open. The token lives here alone and is gone with the dialog. */
export type AgentDialog =
  | { kind: 'create' }
  | { kind: AgentAction; agent: AgentOverview }
  | { kind: 'token'; agent: Pick<Agent, 'id' | 'name'>; token: string };

export type OpenAgentDialog = (dialog: AgentDialog) => void;
