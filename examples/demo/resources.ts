import type * as api from '@crewboard/sdk';

// The fields of the API's resources that the demo reads.
export type Task = Pick<
  api.Task,
  'id' | 'title' | 'description' | 'status' | 'assignedAgentId' | 'attempt' | 'result'
>;
export type Agent = Pick<api.Agent, 'id' | 'name' | 'taskCount'>;
export type NewAgent = Agent & Pick<api.AgentWithToken, 'token'>;
export type Attempt = Pick<api.TaskAttempt, 'attempt' | 'agentId' | 'startedAt' | 'endedAt' | 'outcome'>;
