/** Who acts. The ids are those of the agent and of the team API key. */
export type AgentActor = { kind: 'agent'; id: string; teamId: string };
export type KeyActor = { kind: 'key'; id: string; teamId: string };
export type Actor = AgentActor | KeyActor;

/** The operator at the command line, and the service itself. */
export type SystemActor = { kind: 'system'; id: null; teamId: string };
