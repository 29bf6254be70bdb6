/** The fields of the API's resources that the demo reads. */
export interface Project {
  id: string;
  name: string;
}

export interface Task {
  id: string;
  title: string;
  description: string | null;
  status: 'todo' | 'in_progress' | 'done' | 'cancelled';
  assignedAgentId: string | null;
  attempt: number;
  result: string | null;
}

export interface Agent {
  id: string;
  name: string;
  taskCount: number;
}

export interface NewAgent extends Agent {
  token: string;
}

export interface Attempt {
  attempt: number;
  agentId: string;
  startedAt: string;
  endedAt: string | null;
  outcome: string | null;
}
