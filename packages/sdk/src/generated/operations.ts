// Made from the operations in packages/contracts by `pnpm clients`. Do not edit.

export type Route = {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  readonly path: string;
  readonly isPaged?: boolean;
  readonly waitField?: string;
  readonly stream?: string;
};

export const operations: Readonly<Record<string, Route>> = {
  'tasks.list': { method: 'GET', path: '/api/teams/{teamId}/tasks', isPaged: true, waitField: 'wait' },
  'tasks.create': { method: 'POST', path: '/api/teams/{teamId}/tasks' },
  'tasks.createMany': { method: 'POST', path: '/api/teams/{teamId}/tasks/bulk' },
  'tasks.get': { method: 'GET', path: '/api/tasks/{taskId}' },
  'tasks.update': { method: 'PATCH', path: '/api/tasks/{taskId}' },
  'tasks.claim': { method: 'POST', path: '/api/tasks/{taskId}/claim' },
  'tasks.claimNext': { method: 'POST', path: '/api/teams/{teamId}/tasks/claim-next', waitField: 'wait' },
  'tasks.heartbeat': { method: 'POST', path: '/api/tasks/{taskId}/heartbeat' },
  'tasks.fail': { method: 'POST', path: '/api/tasks/{taskId}/fail' },
  'tasks.release': { method: 'POST', path: '/api/tasks/{taskId}/release' },
  'tasks.attempts': { method: 'GET', path: '/api/tasks/{taskId}/attempts', isPaged: true },
  'tasks.complete': { method: 'POST', path: '/api/tasks/{taskId}/complete' },
  'tasks.move': { method: 'POST', path: '/api/tasks/{taskId}/move' },
  'tasks.archive': { method: 'POST', path: '/api/tasks/{taskId}/archive' },
  'tasks.restore': { method: 'POST', path: '/api/tasks/{taskId}/restore' },
  'agents.list': { method: 'GET', path: '/api/teams/{teamId}/agents', isPaged: true },
  'agents.create': { method: 'POST', path: '/api/teams/{teamId}/agents' },
  'agents.get': { method: 'GET', path: '/api/agents/{agentId}' },
  'agents.update': { method: 'PATCH', path: '/api/agents/{agentId}' },
  'agents.rotateToken': { method: 'POST', path: '/api/agents/{agentId}/rotate-token' },
  'agents.pause': { method: 'POST', path: '/api/agents/{agentId}/pause' },
  'agents.resume': { method: 'POST', path: '/api/agents/{agentId}/resume' },
  'projects.list': { method: 'GET', path: '/api/teams/{teamId}/projects', isPaged: true },
  'projects.create': { method: 'POST', path: '/api/teams/{teamId}/projects' },
  'projects.get': { method: 'GET', path: '/api/projects/{projectId}' },
  'projects.update': { method: 'PATCH', path: '/api/projects/{projectId}' },
  'projects.pause': { method: 'POST', path: '/api/projects/{projectId}/pause' },
  'projects.resume': { method: 'POST', path: '/api/projects/{projectId}/resume' },
  'projects.archive': { method: 'POST', path: '/api/projects/{projectId}/archive' },
  'projects.restore': { method: 'POST', path: '/api/projects/{projectId}/restore' },
  'teams.me': { method: 'GET', path: '/api/me' },
  'teams.get': { method: 'GET', path: '/api/teams/{teamId}' },
  'teams.pause': { method: 'POST', path: '/api/teams/{teamId}/pause' },
  'teams.resume': { method: 'POST', path: '/api/teams/{teamId}/resume' },
  'members.list': { method: 'GET', path: '/api/teams/{teamId}/members', isPaged: true },
  'attention.get': { method: 'GET', path: '/api/teams/{teamId}/attention' },
  'comments.list': { method: 'GET', path: '/api/tasks/{taskId}/comments', isPaged: true },
  'comments.create': { method: 'POST', path: '/api/tasks/{taskId}/comments' },
  'comments.get': { method: 'GET', path: '/api/comments/{commentId}' },
  'events.list': { method: 'GET', path: '/api/teams/{teamId}/events', isPaged: true, stream: 'events.follow' },
  'events.listForTask': { method: 'GET', path: '/api/tasks/{taskId}/events', isPaged: true },
  'webhooks.list': { method: 'GET', path: '/api/teams/{teamId}/webhooks', isPaged: true },
  'webhooks.create': { method: 'POST', path: '/api/teams/{teamId}/webhooks' },
  'webhooks.get': { method: 'GET', path: '/api/webhooks/{webhookId}' },
  'webhooks.update': { method: 'PATCH', path: '/api/webhooks/{webhookId}' },
  'webhooks.delete': { method: 'DELETE', path: '/api/webhooks/{webhookId}' },
  'webhooks.rotateSecret': { method: 'POST', path: '/api/webhooks/{webhookId}/rotate-secret' },
  'webhooks.test': { method: 'POST', path: '/api/webhooks/{webhookId}/test' },
  'webhooks.recover': { method: 'POST', path: '/api/webhooks/{webhookId}/recover' },
  'webhooks.deliveries': { method: 'GET', path: '/api/webhooks/{webhookId}/deliveries', isPaged: true },
  'webhooks.delivery': { method: 'GET', path: '/api/webhooks/{webhookId}/deliveries/{deliveryId}' },
  'webhooks.redeliver': { method: 'POST', path: '/api/webhooks/{webhookId}/deliveries/{deliveryId}/redeliver' },
};
