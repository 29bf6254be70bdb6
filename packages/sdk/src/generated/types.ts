// Made from the operations in packages/contracts by `pnpm clients`. Do not edit.

export interface Actor {
  kind: 'agent' | 'key' | 'member' | 'system';
  id: string | null;
  name: string | null;
}

export interface Agent {
  /** A CUID. */
  id: string;
  name: string;
  description: string | null;
  status: AgentStatus;
  /** A CUID. */
  teamId: string;
  /** Tasks completed by this agent, in total. */
  taskCount: number;
  /** The agent's last API call; shown within a second of it. */
  lastActiveAt: string | null;
  createdAt: string;
  /** When the token expires; null for never, and without a token. */
  tokenExpiresAt: string | null;
  /** Until when the token from before the last rotation is valid as well; null when it is not. */
  previousTokenUntil: string | null;
  /** While it is not null, the agent starts no task. */
  paused: Pause | null;
}

export interface AgentChanges {
  name?: {
    before: string;
    after: string;
  };
  description?: {
    before: string | null;
    after: string | null;
  };
  status?: {
    before: AgentStatus;
    after: AgentStatus;
  };
  tokenExpiresAt?: {
    /** When the token expires; null for never, and without a token. */
    before: string | null;
    /** When the token expires; null for never, and without a token. */
    after: string | null;
  };
  previousTokenUntil?: {
    /** Until when the token from before the last rotation is valid as well; null when it is not. */
    before: string | null;
    /** Until when the token from before the last rotation is valid as well; null when it is not. */
    after: string | null;
  };
  paused?: {
    /** While it is not null, the agent starts no task. */
    before: Pause | null;
    /** While it is not null, the agent starts no task. */
    after: Pause | null;
  };
  expiresInDays?: {
    /** Null. */
    before: number | null;
    /** The days until it expires, rounded up. */
    after: number;
  };
}

export interface AgentEvent {
  /**
   * Opaque. Valid as `cursor` and as `Last-Event-ID` for as long as the event exists; no other event gets this
   * id.
   */
  id: string;
  type: 'agent.created' | 'agent.updated' | 'agent.deactivated' | 'agent.reactivated' | 'agent.token_rotated' | 'agent.token_expiring' | 'agent.paused' | 'agent.resumed';
  /** A CUID. */
  teamId: string;
  /** The thing that was changed. */
  subject: {
    type: 'agent';
    /** A CUID. */
    id: string;
  };
  actor: Actor;
  /** The `X-Request-Id` of the call that made the change. */
  requestId: string | null;
  /** The subject after the change. */
  snapshot: Agent;
  /** Null where something was created. */
  changes: AgentChanges | null;
  createdAt: string;
}

export interface AgentPayload {
  type: 'agent.created' | 'agent.updated' | 'agent.deactivated' | 'agent.reactivated' | 'agent.token_rotated' | 'agent.token_expiring' | 'agent.paused' | 'agent.resumed';
  /** When it happened. */
  timestamp: string;
  data: {
    /** The id of the event in the log. */
    eventId: string;
    /** A CUID. */
    teamId: string;
    agent: Agent;
    actor: Actor;
    changes?: AgentChanges;
  };
}

export type AgentStatus = 'active' | 'inactive';

export interface AgentWithToken {
  /** A CUID. */
  id: string;
  name: string;
  description: string | null;
  status: AgentStatus;
  /** A CUID. */
  teamId: string;
  /** Tasks completed by this agent, in total. */
  taskCount: number;
  /** The agent's last API call; shown within a second of it. */
  lastActiveAt: string | null;
  createdAt: string;
  /** When the token expires; null for never, and without a token. */
  tokenExpiresAt: string | null;
  /** Until when the token from before the last rotation is valid as well; null when it is not. */
  previousTokenUntil: string | null;
  /** While it is not null, the agent starts no task. */
  paused: Pause | null;
  /** The agent's token. Store it: no later response shows it. */
  token: string;
}

export interface ApiKeyChanges {
  name?: {
    before: string;
    after: string;
  };
  access?: {
    before: KeyAccess;
    after: KeyAccess;
  };
  expiresAt?: {
    before: string | null;
    after: string | null;
  };
  revokedAt?: {
    before: string | null;
    after: string | null;
  };
  expiresInDays?: {
    /** Null. */
    before: number | null;
    /** The days until it expires, rounded up. */
    after: number;
  };
}

export interface ApiKeyEvent {
  /**
   * Opaque. Valid as `cursor` and as `Last-Event-ID` for as long as the event exists; no other event gets this
   * id.
   */
  id: string;
  type: 'api_key.created' | 'api_key.revoked' | 'api_key.expiring';
  /** A CUID. */
  teamId: string;
  /** The thing that was changed. */
  subject: {
    type: 'api_key';
    /** A CUID. */
    id: string;
  };
  actor: Actor;
  /** The `X-Request-Id` of the call that made the change. */
  requestId: string | null;
  /** The subject after the change. */
  snapshot: ApiKeySnapshot;
  /** Null where something was created. */
  changes: ApiKeyChanges | null;
  createdAt: string;
}

export interface ApiKeyPayload {
  type: 'api_key.created' | 'api_key.revoked' | 'api_key.expiring';
  /** When it happened. */
  timestamp: string;
  data: {
    /** The id of the event in the log. */
    eventId: string;
    /** A CUID. */
    teamId: string;
    apiKey: ApiKeySnapshot;
    actor: Actor;
    changes?: ApiKeyChanges;
  };
}

export interface ApiKeySnapshot {
  /** A CUID. */
  id: string;
  name: string;
  access: KeyAccess;
  createdAt: string;
  expiresAt: string | null;
  revokedAt: string | null;
  /** A CUID. */
  teamId: string;
}

export interface ArchiveProjectInput {
  /** A CUID. */
  projectId: string;
}

export interface ArchiveTaskInput {
  /** A CUID. */
  taskId: string;
}

export interface AttemptContext {
  /** The last attempt that has ended; null without any. Reason and result have at most 1536 bytes each. */
  lastAttempt: {
    attempt: number;
    /** A CUID. */
    agentId: string;
    /**
     * The reason of a failure, or of a release where one was given. `undelivered`: the connection closed
     * before the response of claim-next.
     */
    reason: string | null;
    endedAt: string;
    outcome: 'completed' | 'failed' | 'released' | 'expired' | 'moved' | 'reassigned';
    /** Of an attempt that completed the task. */
    result: string | null;
    /** The reason or the result is cut. */
    truncated?: true;
  } | null;
  /** The newest 3 comments by others than the caller, the oldest first, each of at most 1024 bytes. */
  comments: {
    /** A CUID. */
    id: string;
    /** Markdown. */
    body: string;
    author: Actor;
    createdAt: string;
    /** The body is cut. */
    truncated?: true;
  }[];
}

export interface Attention {
  /**
   * Tasks on which a person has to act, and which nobody has taken, by reason. Reasons without a task are
   * absent; where only the first 10,000 tasks were looked at, a `count` may be 0.
   */
  tasks: ({
    reason: 'attempts_exhausted' | 'stale' | 'blocker_cancelled' | 'agent_cannot_work' | 'paused' | 'in_progress_unassigned';
    /** Counted up to 1,000. */
    count: number;
    /** False where there may be more. */
    isExact: boolean;
    /** The oldest of them. */
    tasks: AttentionTask[];
  })[];
  /** Other things that are stuck. Only admins, owners and keys with the access `manage` see keys and webhooks. */
  stuck: StuckThing[];
}

export interface AttentionTask {
  /** A CUID. */
  id: string;
  title: string;
  status: TaskStatus;
  priority: TaskPriority;
  /** Null while no agent is assigned. */
  assignedAgentId: string | null;
  /** The person who has the task, and from whom no agent gets it; null while nobody is assigned. */
  assignedMemberId: string | null;
  /** A CUID. */
  projectId: string;
  /** The day by which the task is to be done; null without one. It has no effect on the queue. */
  dueDate: string | null;
  /**
   * Until when no agent can start the task: given by people, or after a failed attempt. The next attempt
   * clears it.
   */
  notBefore: string | null;
  /** Where the work is: a repository, a document, a conversation. */
  links: Link[];
  /** The tasks that this one waits for. No agent can start it before all of them are `done`. */
  blockedBy: string[];
  /** Whether a task of `blockedBy` is not `done`. A cancelled one keeps it blocked. */
  isBlocked: boolean;
  /** The task that this one is a part of, a sub-task. It has no effect on the queue. */
  parentId: string | null;
  /** The creator's own id of the task, unique in the team: the list finds the task by it. */
  externalId: string | null;
  /**
   * 0 at first, one more with every claim. Send it with complete, heartbeat, fail and release: after your
   * claim ended they are rejected with STALE_CLAIM and change nothing.
   */
  attempt: number;
  /** When the claim ends unless a heartbeat extends it; null for a claim without a lease. */
  leaseExpiresAt: string | null;
  /**
   * `attempts_exhausted`: as many attempts in a row failed, or ended with their lease, as the project allows.
   * No agent gets the task until a person or a team API key releases, moves or assigns it.
   */
  needsAttention: 'attempts_exhausted' | null;
  /** The place in the queue among tasks of the same priority: the lowest comes first, compared by bytes. */
  rank: string;
  /** 1 on creation, one more with every change. It never decreases in the order of the event log. */
  version: number;
  /** When the status last changed; in progress, when its agent claimed it or was assigned. */
  statusChangedAt: string;
  createdAt: string;
  updatedAt: string;
  /** Since when the task is archived: nothing of it can be changed until it is restored. */
  archivedAt: string | null;
  next: TaskNext;
  /** How the last attempt ended, where the attempts are exhausted. */
  lastFailure?: {
    outcome: 'failed' | 'expired';
    /** The first 300 characters of the reason of a failure; null where the lease has expired. */
    reason: string | null;
  };
}

export interface ClaimNextTaskInput {
  /** Default: the team of the token. */
  teamId?: string;
  /** Tasks of this project only. */
  projectId?: string;
  /** Tasks of this priority only. */
  priority?: TaskPriority;
  /**
   * The claim ends after so many seconds without a heartbeat, and the task returns to `todo`. Without it the
   * claim holds until complete, release or move.
   */
  leaseSeconds?: number;
  /** How many seconds to wait for a task when there is none. */
  wait?: number;
  /** Completes this task first. If that is rejected, its error is the response and nothing is claimed. */
  complete?: {
    /** The task that you have finished. */
    taskId: string;
    /** Stored on the task; null when absent. */
    result?: string | null;
    /**
     * The `attempt` of your claim. If it is over (its lease expired, or the task was released, moved or
     * claimed again), the response is 409 STALE_CLAIM and nothing changes.
     */
    attempt?: number;
  };
  /**
   * Additional parts of the response, separated by commas. `instructions`: what the project says to every
   * agent; read them before the task. `context`: how the last attempt ended, and the newest comments.
   * `blockers`: the tasks that it has waited for, with their results. `children`: how many sub-tasks it has.
   * `next`: who acts next, and why.
   */
  include?: string;
}

export interface ClaimTaskInput {
  /** A CUID. */
  taskId: string;
  /**
   * Additional parts of the response, separated by commas. `instructions`: what the project says to every
   * agent; read them before the task. `context`: how the last attempt ended, and the newest comments.
   * `blockers`: the tasks that it has waited for, with their results. `children`: how many sub-tasks it has.
   * `next`: who acts next, and why.
   */
  include?: string;
  /**
   * The claim ends after so many seconds without a heartbeat, and the task returns to `todo`. Without it the
   * claim holds until complete, release or move.
   */
  leaseSeconds?: number;
}

export interface Comment {
  /** A CUID. */
  id: string;
  /** A CUID. */
  taskId: string;
  /** Markdown. */
  body: string;
  author: Actor;
  createdAt: string;
}

export interface CommentOnTaskInput {
  /** A CUID. */
  taskId: string;
  /** Markdown. */
  body: string;
}

export interface CompleteTaskInput {
  /** A CUID. */
  taskId: string;
  /** Stored on the task; null when absent. */
  result?: string | null;
  /**
   * The `attempt` of your claim. If it is over (its lease expired, or the task was released, moved or claimed
   * again), the response is 409 STALE_CLAIM and nothing changes.
   */
  attempt?: number;
}

export interface CreateAgentInput {
  /** Default: the team of the token. */
  teamId?: string;
  /** One line: a tab or line break becomes a space, and other control characters are invalid. */
  name: string;
  description?: string | null;
  /** When the new token expires; null or absent for never. */
  expiresAt?: string | null;
}

export interface CreateProjectInput {
  /** Default: the team of the token. */
  teamId?: string;
  /** One line: a tab or line break becomes a space, and other control characters are invalid. */
  name: string;
  description?: string | null;
  instructions?: string | null;
  /** 5 when absent; null: a task is handed out again however often its attempts end like that. */
  maxAttempts?: number | null;
  /** 1 to 3,650; never when absent. */
  archiveAfterDays?: number | null;
  /** 60 to 31,536,000; 86400 (a day) when absent. */
  staleAfterSeconds?: number | null;
  /** 60 to 31,536,000; 604800 (7 days) when absent. */
  queueStaleAfterSeconds?: number | null;
}

export interface CreateTaskInput {
  /** Default: the team of the token. */
  teamId?: string;
  /** One line: a tab or line break becomes a space, and other control characters are invalid. */
  title: string;
  description?: string | null;
  /** `normal` when absent. */
  priority?: TaskPriority | null;
  /** An active agent of the team. */
  assignedAgentId?: string | null;
  /** A member of the team, in place of an agent. */
  assignedMemberId?: string | null;
  /** A project of the team. */
  projectId: string;
  /** A day such as 2027-01-31. */
  dueDate?: string | null;
  /**
   * A time such as 2027-01-31T09:30:00Z, up to a year ahead, before which no agent can start the task. A time
   * that has passed counts as absent.
   */
  notBefore?: string | null;
  links?: ({
    /** One line: a tab or line break becomes a space, and other control characters are invalid. */
    url: string;
    title?: string | null;
  })[] | null;
  /** Up to 50 ids of tasks of the team. */
  blockedBy?: string[] | null;
  /** A task of the team. Tasks nest 5 levels deep. */
  parentId?: string | null;
  /** Your own name of the task, unique in the team, archived tasks included. */
  externalId?: string | null;
}

export interface CreateTasksInput {
  /** Default: the team of the token. */
  teamId?: string;
  tasks: ({
    /** Names the task in this request alone: `blockedBy` and `parentId` of others have "ref:" and this name. */
    ref?: string;
    /** One line: a tab or line break becomes a space, and other control characters are invalid. */
    title: string;
    description?: string | null;
    /** `normal` when absent. */
    priority?: TaskPriority | null;
    /** An active agent of the team. */
    assignedAgentId?: string | null;
    /** A member of the team, in place of an agent. */
    assignedMemberId?: string | null;
    /** A project of the team. */
    projectId: string;
    /** A day such as 2027-01-31. */
    dueDate?: string | null;
    /**
     * A time such as 2027-01-31T09:30:00Z, up to a year ahead, before which no agent can start the task. A
     * time that has passed counts as absent.
     */
    notBefore?: string | null;
    links?: ({
      /** One line: a tab or line break becomes a space, and other control characters are invalid. */
      url: string;
      title?: string | null;
    })[] | null;
    /** Up to 50 ids of tasks of the team. */
    blockedBy?: string[] | null;
    /** A task of the team. Tasks nest 5 levels deep. */
    parentId?: string | null;
    /** Your own name of the task, unique in the team, archived tasks included. */
    externalId?: string | null;
  })[];
}

export interface CreateWebhookInput {
  /** Default: the team of the token. */
  teamId?: string;
  /** http:// or https://, at a public address unless the operator allows others. */
  url: string;
  description?: string | null;
  /** `["task.completed"]` when absent; `["*"]` for all. */
  eventTypes?: EventTypes | null;
  /** True when absent. */
  enabled?: boolean | null;
}

export interface DeleteWebhookInput {
  /** A CUID. */
  webhookId: string;
}

export interface DeletedSnapshot {
  /** A CUID. */
  id: string;
}

export type DeliveryStatus = 'pending' | 'succeeded' | 'failed';

/** Every error of the service. */
export type ErrorCode = 'VALIDATION_ERROR' | 'MALFORMED_JSON' | 'INVALID_CURSOR' | 'BAD_REQUEST' | 'UNAUTHENTICATED' | 'TEAM_API_KEY_REQUIRED' | 'AGENT_TOKEN_REQUIRED' | 'FORBIDDEN' | 'NOT_FOUND' | 'METHOD_NOT_ALLOWED' | 'REQUEST_TIMEOUT' | 'TASK_ALREADY_CLAIMED' | 'TASK_NOT_CLAIMABLE' | 'TASK_ASSIGNED_TO_OTHER' | 'TASK_ARCHIVED' | 'PAUSED' | 'TASK_BLOCKED' | 'DEPENDENCY_CYCLE' | 'EXTERNAL_ID_TAKEN' | 'NOT_CLAIM_HOLDER' | 'STALE_CLAIM' | 'TASK_ALREADY_COMPLETED' | 'TASK_CANCELLED' | 'WEBHOOK_DISABLED' | 'IDEMPOTENCY_IN_PROGRESS' | 'NOT_DELETABLE' | 'LAST_OWNER' | 'LIMIT_REACHED' | 'PRECONDITION_FAILED' | 'PAYLOAD_TOO_LARGE' | 'URI_TOO_LONG' | 'UNSUPPORTED_MEDIA_TYPE' | 'IDEMPOTENCY_KEY_REUSED' | 'RATE_LIMITED' | 'HEADERS_TOO_LARGE' | 'INTERNAL_ERROR' | 'UNAVAILABLE';

/** One change, by its type. Ignore events of types that you do not know. */
export type Event = TaskEvent | AgentEvent | TaskDeletedEvent | ProjectEvent | ProjectDeletedEvent | TeamEvent | ApiKeyEvent | MemberEvent | InvitationEvent | WebhookEvent;

/** Later versions may add types. */
export type EventType = 'task.created' | 'task.updated' | 'task.claimed' | 'task.moved' | 'task.completed' | 'task.released' | 'task.failed' | 'task.lease_expired' | 'task.commented' | 'task.archived' | 'task.restored' | 'task.deleted' | 'task.blocked' | 'task.unblocked' | 'task.stale' | 'agent.created' | 'agent.updated' | 'agent.deactivated' | 'agent.reactivated' | 'agent.token_rotated' | 'agent.token_expiring' | 'agent.paused' | 'agent.resumed' | 'project.created' | 'project.updated' | 'project.paused' | 'project.resumed' | 'project.archived' | 'project.restored' | 'project.deleted' | 'team.paused' | 'team.resumed' | 'team.deleted' | 'team.restored' | 'api_key.created' | 'api_key.revoked' | 'api_key.expiring' | 'member.added' | 'member.updated' | 'member.role_changed' | 'member.removed' | 'member.password_changed' | 'member.password_reset' | 'member.signed_in_on_new_device' | 'invitation.created' | 'invitation.accepted' | 'invitation.revoked' | 'webhook.created' | 'webhook.updated' | 'webhook.disabled' | 'webhook.deleted' | 'webhook.secret_rotated' | 'webhook.tested' | 'webhook.redelivered' | 'webhook.recovered';

/** Event types without a duplicate, or `["*"]` alone for all. */
export type EventTypes = ('*' | 'task.created' | 'task.updated' | 'task.claimed' | 'task.moved' | 'task.completed' | 'task.released' | 'task.failed' | 'task.lease_expired' | 'task.commented' | 'task.archived' | 'task.restored' | 'task.deleted' | 'task.blocked' | 'task.unblocked' | 'task.stale' | 'agent.created' | 'agent.updated' | 'agent.deactivated' | 'agent.reactivated' | 'agent.token_rotated' | 'agent.token_expiring' | 'agent.paused' | 'agent.resumed' | 'project.created' | 'project.updated' | 'project.paused' | 'project.resumed' | 'project.archived' | 'project.restored' | 'project.deleted' | 'team.paused' | 'team.resumed' | 'team.deleted' | 'team.restored' | 'api_key.created' | 'api_key.revoked' | 'api_key.expiring' | 'member.added' | 'member.updated' | 'member.role_changed' | 'member.removed' | 'member.password_changed' | 'member.password_reset' | 'member.signed_in_on_new_device' | 'invitation.created' | 'invitation.accepted' | 'invitation.revoked' | 'webhook.created' | 'webhook.updated' | 'webhook.disabled' | 'webhook.deleted' | 'webhook.secret_rotated' | 'webhook.tested' | 'webhook.redelivered' | 'webhook.recovered')[];

export interface FailTaskInput {
  /** A CUID. */
  taskId: string;
  /** Why it cannot be done: for people, and for the agent that gets the task next. */
  reason: string;
  /**
   * After how many seconds the task is offered again. When absent 30, doubled with each failure in a row, at
   * most 3600.
   */
  retryAfterSeconds?: number;
  /**
   * The `attempt` of your claim. If it is over (its lease expired, or the task was released, moved or claimed
   * again), the response is 409 STALE_CLAIM and nothing changes.
   */
  attempt?: number;
}

export interface FailedAttempt {
  /** A CUID. */
  taskId: string;
  /** Of the task. */
  title: string;
  outcome: 'failed' | 'expired';
  /** The first 300 characters of the reason of a failure; null where the lease has expired. */
  reason: string | null;
  endedAt: string;
}

export interface GetAgentInput {
  /** A CUID. */
  agentId: string;
}

export interface GetAttentionInput {
  /** Default: the team of the token. */
  teamId?: string;
}

export interface GetCommentInput {
  /** A CUID. */
  commentId: string;
}

export interface GetDeliveryInput {
  /** A CUID. */
  webhookId: string;
  /** A CUID. */
  deliveryId: string;
}

export interface GetProjectInput {
  /** A CUID. */
  projectId: string;
}

export interface GetTaskInput {
  /** A CUID. */
  taskId: string;
  /**
   * Additional parts of the response, separated by commas. `instructions`: what the project says to every
   * agent; read them before the task. `context`: how the last attempt ended, and the newest comments.
   * `blockers`: the tasks that it has waited for, with their results. `children`: how many sub-tasks it has.
   * `next`: who acts next, and why.
   */
  include?: string;
}

export interface GetTeamInput {
  /** Default: the team of the token. */
  teamId?: string;
}

export interface GetWebhookInput {
  /** A CUID. */
  webhookId: string;
}

export interface HeartbeatTaskInput {
  /** A CUID. */
  taskId: string;
  /**
   * The `attempt` of your claim. If it is over (its lease expired, or the task was released, moved or claimed
   * again), the response is 409 STALE_CLAIM and nothing changes.
   */
  attempt?: number;
}

export interface HeldTask {
  /** A CUID. */
  id: string;
  title: string;
  description: string | null;
  status: TaskStatus;
  priority: TaskPriority;
  /** Null while no agent is assigned. */
  assignedAgentId: string | null;
  /** The person who has the task, and from whom no agent gets it; null while nobody is assigned. */
  assignedMemberId: string | null;
  /** A CUID. */
  projectId: string;
  /** The day by which the task is to be done; null without one. It has no effect on the queue. */
  dueDate: string | null;
  /**
   * Until when no agent can start the task: given by people, or after a failed attempt. The next attempt
   * clears it.
   */
  notBefore: string | null;
  /** Where the work is: a repository, a document, a conversation. */
  links: Link[];
  /** The tasks that this one waits for. No agent can start it before all of them are `done`. */
  blockedBy: string[];
  /** Whether a task of `blockedBy` is not `done`. A cancelled one keeps it blocked. */
  isBlocked: boolean;
  /** The task that this one is a part of, a sub-task. It has no effect on the queue. */
  parentId: string | null;
  /** The creator's own id of the task, unique in the team: the list finds the task by it. */
  externalId: string | null;
  /** Null until the task is completed with a result. */
  result: string | null;
  /**
   * 0 at first, one more with every claim. Send it with complete, heartbeat, fail and release: after your
   * claim ended they are rejected with STALE_CLAIM and change nothing.
   */
  attempt: number;
  /** When the claim ends unless a heartbeat extends it; null for a claim without a lease. */
  leaseExpiresAt: string | null;
  /**
   * `attempts_exhausted`: as many attempts in a row failed, or ended with their lease, as the project allows.
   * No agent gets the task until a person or a team API key releases, moves or assigns it.
   */
  needsAttention: 'attempts_exhausted' | null;
  /** The place in the queue among tasks of the same priority: the lowest comes first, compared by bytes. */
  rank: string;
  /** 1 on creation, one more with every change. It never decreases in the order of the event log. */
  version: number;
  /** When the status last changed; in progress, when its agent claimed it or was assigned. */
  statusChangedAt: string;
  createdAt: string;
  updatedAt: string;
  /** Since when the task is archived: nothing of it can be changed until it is restored. */
  archivedAt: string | null;
  notices: TaskNotices;
}

export interface InvitationChanges {
  role?: {
    before: InvitedRole;
    after: InvitedRole;
  };
  uses?: {
    before: number;
    after: number;
  };
  maxUses?: {
    before: number;
    after: number;
  };
  expiresAt?: {
    before: string;
    after: string;
  };
  revokedAt?: {
    before: string | null;
    after: string | null;
  };
}

export interface InvitationEvent {
  /**
   * Opaque. Valid as `cursor` and as `Last-Event-ID` for as long as the event exists; no other event gets this
   * id.
   */
  id: string;
  type: 'invitation.created' | 'invitation.accepted' | 'invitation.revoked';
  /** A CUID. */
  teamId: string;
  /** The thing that was changed. */
  subject: {
    type: 'invitation';
    /** A CUID. */
    id: string;
  };
  actor: Actor;
  /** The `X-Request-Id` of the call that made the change. */
  requestId: string | null;
  /** The subject after the change. */
  snapshot: InvitationSnapshot;
  /** Null where something was created. */
  changes: InvitationChanges | null;
  createdAt: string;
}

export interface InvitationPayload {
  type: 'invitation.created' | 'invitation.accepted' | 'invitation.revoked';
  /** When it happened. */
  timestamp: string;
  data: {
    /** The id of the event in the log. */
    eventId: string;
    /** A CUID. */
    teamId: string;
    invitation: InvitationSnapshot;
    actor: Actor;
    changes?: InvitationChanges;
  };
}

export interface InvitationSnapshot {
  /** A CUID. */
  id: string;
  role: InvitedRole;
  uses: number;
  maxUses: number;
  createdAt: string;
  expiresAt: string;
  revokedAt: string | null;
  /** A CUID. */
  teamId: string;
}

export type InvitedRole = 'admin' | 'member' | 'viewer';

export type KeyAccess = 'manage' | 'tasks' | 'read';

export interface Link {
  url: string;
  title: string | null;
}

export interface ListAgentsInput {
  /** Default: the team of the token. */
  teamId?: string;
  /** Without `limit` and `cursor`, the response has all items. */
  limit?: number;
  /** The `X-Next-Cursor` of the page before. */
  cursor?: string;
}

export interface ListCommentsInput {
  /** A CUID. */
  taskId: string;
  limit?: number;
  /** The `X-Next-Cursor` of the page before. */
  cursor?: string;
}

export interface ListDeliveriesInput {
  /** A CUID. */
  webhookId: string;
  status?: DeliveryStatus;
  type?: EventType;
  limit?: number;
  /** The `X-Next-Cursor` of the page before. */
  cursor?: string;
}

export interface ListEventsInput {
  /** Default: the team of the token. */
  teamId?: string;
  type?: EventType;
  /** Events of this task only. */
  taskId?: string;
  /** `asc`: the oldest first, `desc`: the newest first. */
  order?: 'asc' | 'desc';
  limit?: number;
  /**
   * The `X-Next-Cursor` of the page before, or the `id` of the last event that was received. `0` is the
   * beginning of the log.
   */
  cursor?: string;
}

export interface ListMembersInput {
  /** Default: the team of the token. */
  teamId?: string;
  limit?: number;
  /** The `X-Next-Cursor` of the page before. */
  cursor?: string;
}

export interface ListProjectsInput {
  /** Default: the team of the token. */
  teamId?: string;
  /** True: only archived items. False: only items that are not archived. */
  archived?: boolean;
  /** Without `limit` and `cursor`, the response has all items. */
  limit?: number;
  /** The `X-Next-Cursor` of the page before. */
  cursor?: string;
}

export interface ListTaskAttemptsInput {
  /** A CUID. */
  taskId: string;
  limit?: number;
  /** The `X-Next-Cursor` of the page before. */
  cursor?: string;
}

export interface ListTaskEventsInput {
  /** A CUID. */
  taskId: string;
  /** `asc`: the oldest first, `desc`: the newest first. */
  order?: 'asc' | 'desc';
  limit?: number;
  /**
   * The `X-Next-Cursor` of the page before, or the `id` of the last event that was received. `0` is the
   * beginning of the log.
   */
  cursor?: string;
}

export interface ListTasksInput {
  /** Default: the team of the token. */
  teamId?: string;
  /**
   * The tasks with these ids, in their order, archived or not; without other filters, and whatever `limit`
   * says. An unknown id is a 400 that names it. With `fields=id,status,next&include=next` the response is
   * small.
   */
  ids?: string[];
  /**
   * With `ids` and `wait`: responds when all (the default) or any of them have ended, with `X-Wait-Over:
   * true`. A task has ended when it is done, cancelled or archived, or when a person has to act (`next` says
   * why) for another reason than a pause. With `all`, it has also ended while a person has to act on an open
   * task that it waits for, directly or through others: it cannot go on before. To wait for the rest, call
   * again with the ids that have not ended: a wait for `any` responds at once if one of them has ended.
   */
  waitFor?: 'all' | 'any';
  /**
   * With `ids`: how many seconds to wait at most. After that time, the response has the tasks as they are
   * then.
   */
  wait?: number;
  status?: TaskStatus;
  /** Tasks of this project only. */
  projectId?: string;
  /** Tasks assigned to this agent only. */
  agentId?: string;
  /** Tasks assigned to this person only. */
  memberId?: string;
  /** Tasks that wait for this task only. */
  blockedBy?: string;
  /**
   * True: only tasks that the calling agent could claim now; for a team API key, tasks that any agent that can
   * work could claim. Includes tasks that the agent itself has released, which claim-next leaves to other
   * agents for 10 minutes. A page may have fewer tasks than `limit`, or none, and still a next page.
   */
  claimable?: boolean;
  /** The sub-tasks of this task only. */
  parentId?: string;
  /** The task with this `externalId` only. */
  externalId?: string;
  /**
   * Open tasks on which a person has to act next, those that are assigned to people included. A page may be
   * short, even empty, and have a next one.
   */
  nextActor?: 'person';
  /** `next`: who acts next on each task, and why. */
  include?: 'next';
  /** True: only archived items. False: only items that are not archived. */
  archived?: boolean;
  limit?: number;
  /** The `X-Next-Cursor` of the page before. */
  cursor?: string;
}

export interface ListWebhooksInput {
  /** Default: the team of the token. */
  teamId?: string;
  /** Without `limit` and `cursor`, the response has all items. */
  limit?: number;
  /** The `X-Next-Cursor` of the page before. */
  cursor?: string;
}

export interface ListedProject {
  /** A CUID. */
  id: string;
  name: string;
  description: string | null;
  /** A CUID. */
  teamId: string;
  /**
   * After this many failures and expired leases in a row, a task needs attention and is not handed out again.
   * Null: never.
   */
  maxAttempts: number | null;
  /** Tasks that are done or cancelled are archived after this many days; null: never. */
  archiveAfterDays: number | null;
  /**
   * After so many seconds a task is stale that is assigned to an agent which does not start it, or held
   * without a lease by one that gives no sign.
   */
  staleAfterSeconds: number;
  /** After so many seconds in the queue a task is stale. */
  queueStaleAfterSeconds: number;
  /** Tasks of the project in any status that are not archived. */
  taskCount: number;
  createdAt: string;
  updatedAt: string;
  /** While it is not null, no agent starts a task of the project. */
  paused: Pause | null;
  /** Since when the project is archived, with its tasks. */
  archivedAt: string | null;
}

export interface ListedTask {
  /** A CUID. */
  id: string;
  title: string;
  description: string | null;
  status: TaskStatus;
  priority: TaskPriority;
  /** Null while no agent is assigned. */
  assignedAgentId: string | null;
  /** The person who has the task, and from whom no agent gets it; null while nobody is assigned. */
  assignedMemberId: string | null;
  /** A CUID. */
  projectId: string;
  /** The day by which the task is to be done; null without one. It has no effect on the queue. */
  dueDate: string | null;
  /**
   * Until when no agent can start the task: given by people, or after a failed attempt. The next attempt
   * clears it.
   */
  notBefore: string | null;
  /** Where the work is: a repository, a document, a conversation. */
  links: Link[];
  /** The tasks that this one waits for. No agent can start it before all of them are `done`. */
  blockedBy: string[];
  /** Whether a task of `blockedBy` is not `done`. A cancelled one keeps it blocked. */
  isBlocked: boolean;
  /** The task that this one is a part of, a sub-task. It has no effect on the queue. */
  parentId: string | null;
  /** The creator's own id of the task, unique in the team: the list finds the task by it. */
  externalId: string | null;
  /** Null until the task is completed with a result. */
  result: string | null;
  /**
   * 0 at first, one more with every claim. Send it with complete, heartbeat, fail and release: after your
   * claim ended they are rejected with STALE_CLAIM and change nothing.
   */
  attempt: number;
  /** When the claim ends unless a heartbeat extends it; null for a claim without a lease. */
  leaseExpiresAt: string | null;
  /**
   * `attempts_exhausted`: as many attempts in a row failed, or ended with their lease, as the project allows.
   * No agent gets the task until a person or a team API key releases, moves or assigns it.
   */
  needsAttention: 'attempts_exhausted' | null;
  /** The place in the queue among tasks of the same priority: the lowest comes first, compared by bytes. */
  rank: string;
  /** 1 on creation, one more with every change. It never decreases in the order of the event log. */
  version: number;
  /** When the status last changed; in progress, when its agent claimed it or was assigned. */
  statusChangedAt: string;
  createdAt: string;
  updatedAt: string;
  /** Since when the task is archived: nothing of it can be changed until it is restored. */
  archivedAt: string | null;
  /**
   * With `include=next`: who acts next, and why; null for a task that is done, cancelled or archived. It is no
   * part of the version of the task.
   */
  next?: TaskNext | null;
}

export type Me = MeAgent | MeKey;

export interface MeAgent {
  kind: 'agent';
  /** A CUID. */
  teamId: string;
  team: Team;
  agent: Agent;
  /** Null. */
  key: {
    /** A CUID. */
    id: string;
    name: string;
    access: KeyAccess;
    expiresAt: string | null;
  } | null;
}

export interface MeKey {
  kind: 'key';
  /** A CUID. */
  teamId: string;
  team: Team;
  /** Null. */
  agent: Agent | null;
  key: {
    /** A CUID. */
    id: string;
    name: string;
    access: KeyAccess;
    expiresAt: string | null;
  };
}

export interface MemberChanges {
  role?: {
    before: MemberRole;
    after: MemberRole;
  };
  name?: {
    before: string;
    after: string;
  };
}

export interface MemberEvent {
  /**
   * Opaque. Valid as `cursor` and as `Last-Event-ID` for as long as the event exists; no other event gets this
   * id.
   */
  id: string;
  type: 'member.added' | 'member.updated' | 'member.role_changed' | 'member.removed' | 'member.password_changed' | 'member.password_reset' | 'member.signed_in_on_new_device';
  /** A CUID. */
  teamId: string;
  /** The thing that was changed. */
  subject: {
    type: 'member';
    /** A CUID. */
    id: string;
  };
  actor: Actor;
  /** The `X-Request-Id` of the call that made the change. */
  requestId: string | null;
  /** The subject after the change. */
  snapshot: MemberSnapshot;
  /** Null where something was created. */
  changes: MemberChanges | null;
  createdAt: string;
}

export interface MemberPayload {
  type: 'member.added' | 'member.updated' | 'member.role_changed' | 'member.removed' | 'member.password_changed' | 'member.password_reset' | 'member.signed_in_on_new_device';
  /** When it happened. */
  timestamp: string;
  data: {
    /** The id of the event in the log. */
    eventId: string;
    /** A CUID. */
    teamId: string;
    member: MemberSnapshot;
    actor: Actor;
    changes?: MemberChanges;
  };
}

export type MemberRole = 'owner' | 'admin' | 'member' | 'viewer';

export interface MemberSnapshot {
  /** A CUID. */
  userId: string;
  role: MemberRole;
  name: string;
  /** A CUID. */
  teamId: string;
}

export interface MoveTaskInput {
  /** A CUID. */
  taskId: string;
  status: TaskStatus;
  /**
   * The `attempt` of your claim. If it is over (its lease expired, or the task was released, moved or claimed
   * again), the response is 409 STALE_CLAIM and nothing changes.
   */
  attempt?: number;
}

export interface Pause {
  at: string;
  reason: string;
  /**
   * `finish`: running claims end as they would have. `release`: those that are left after the grace are
   * released.
   */
  mode: 'finish' | 'release';
  by: Actor;
}

export interface PauseAgentInput {
  /** A CUID. */
  agentId: string;
  /** For people, and for the agents whose claims are rejected. */
  reason: string;
  /**
   * `finish` when absent: running claims end as they would have. `release`: those that are left after
   * `graceSeconds` are released, unless it is resumed before.
   */
  mode?: 'finish' | 'release' | null;
  /** With the mode `release`, 30 when absent. A pause that releases already keeps its grace. */
  graceSeconds?: number | null;
}

export interface PauseProjectInput {
  /** A CUID. */
  projectId: string;
  /** For people, and for the agents whose claims are rejected. */
  reason: string;
  /**
   * `finish` when absent: running claims end as they would have. `release`: those that are left after
   * `graceSeconds` are released, unless it is resumed before.
   */
  mode?: 'finish' | 'release' | null;
  /** With the mode `release`, 30 when absent. A pause that releases already keeps its grace. */
  graceSeconds?: number | null;
}

export interface PauseTeamInput {
  /** Default: the team of the token. */
  teamId?: string;
  /** For people, and for the agents whose claims are rejected. */
  reason: string;
  /**
   * `finish` when absent: running claims end as they would have. `release`: those that are left after
   * `graceSeconds` are released, unless it is resumed before.
   */
  mode?: 'finish' | 'release' | null;
  /** With the mode `release`, 30 when absent. A pause that releases already keeps its grace. */
  graceSeconds?: number | null;
}

export interface Person {
  /** A CUID. */
  id: string;
  name: string;
}

export interface Problem {
  /** A page that explains this error: a URL, or a path of this server. */
  type: string;
  title: string;
  status: number;
  /** The error in words, for people. */
  detail: string;
  /** The error as a code, for programs. Later versions may add codes: treat an unknown code by its status. */
  code: 'VALIDATION_ERROR' | 'MALFORMED_JSON' | 'INVALID_CURSOR' | 'BAD_REQUEST' | 'UNAUTHENTICATED' | 'TEAM_API_KEY_REQUIRED' | 'AGENT_TOKEN_REQUIRED' | 'FORBIDDEN' | 'NOT_FOUND' | 'METHOD_NOT_ALLOWED' | 'REQUEST_TIMEOUT' | 'TASK_ALREADY_CLAIMED' | 'TASK_NOT_CLAIMABLE' | 'TASK_ASSIGNED_TO_OTHER' | 'TASK_ARCHIVED' | 'PAUSED' | 'TASK_BLOCKED' | 'DEPENDENCY_CYCLE' | 'EXTERNAL_ID_TAKEN' | 'NOT_CLAIM_HOLDER' | 'STALE_CLAIM' | 'TASK_ALREADY_COMPLETED' | 'TASK_CANCELLED' | 'WEBHOOK_DISABLED' | 'IDEMPOTENCY_IN_PROGRESS' | 'NOT_DELETABLE' | 'LAST_OWNER' | 'LIMIT_REACHED' | 'PRECONDITION_FAILED' | 'PAYLOAD_TOO_LARGE' | 'URI_TOO_LONG' | 'UNSUPPORTED_MEDIA_TYPE' | 'IDEMPOTENCY_KEY_REUSED' | 'RATE_LIMITED' | 'HEADERS_TOO_LARGE' | 'INTERNAL_ERROR' | 'UNAVAILABLE';
  requestId: string;
  /** With VALIDATION_ERROR: each field and what it must be, the first 100 of them. */
  errors?: {
    /**
     * The field: its name, with names and array indexes joined by dots (`eventTypes.0`), without a leading
     * slash. Empty for the input as a whole.
     */
    path: string;
    /** The requirement on the field, for people. */
    message: string;
  }[];
  /** Whether the caller holds the task. */
  heldByCaller?: boolean;
  /** The agent that holds the task, or that it is assigned to. */
  assignedAgentId?: string | null;
  /** Null while nobody holds the task. */
  heldSince?: string | null;
  /** With TASK_BLOCKED: the tasks of `blockedBy` that are not done. */
  openBlockerIds?: string[];
  /** With DEPENDENCY_CYCLE: each task waits for the next, or is its sub-task, and the last that of the first. */
  cycle?: string[];
  /** With TASK_NOT_CLAIMABLE, if that is the reason: no attempt of the task starts before. */
  notBefore?: string;
  /** With EXTERNAL_ID_TAKEN: the task that has it. */
  taskId?: string;
}

export interface Project {
  /** A CUID. */
  id: string;
  name: string;
  description: string | null;
  /** Instructions in Markdown that every agent reads before a task of the project. Not in lists. */
  instructions: string | null;
  /** A CUID. */
  teamId: string;
  /**
   * After this many failures and expired leases in a row, a task needs attention and is not handed out again.
   * Null: never.
   */
  maxAttempts: number | null;
  /** Tasks that are done or cancelled are archived after this many days; null: never. */
  archiveAfterDays: number | null;
  /**
   * After so many seconds a task is stale that is assigned to an agent which does not start it, or held
   * without a lease by one that gives no sign.
   */
  staleAfterSeconds: number;
  /** After so many seconds in the queue a task is stale. */
  queueStaleAfterSeconds: number;
  /** Tasks of the project in any status that are not archived. */
  taskCount: number;
  createdAt: string;
  updatedAt: string;
  /** While it is not null, no agent starts a task of the project. */
  paused: Pause | null;
  /** Since when the project is archived, with its tasks. */
  archivedAt: string | null;
}

export interface ProjectChanges {
  name?: {
    before: string;
    after: string;
  };
  description?: {
    before: string | null;
    after: string | null;
  };
  instructions?: {
    /** Instructions in Markdown that every agent reads before a task of the project. Not in lists. */
    before: string | null;
    /** Instructions in Markdown that every agent reads before a task of the project. Not in lists. */
    after: string | null;
  };
  maxAttempts?: {
    /**
     * After this many failures and expired leases in a row, a task needs attention and is not handed out
     * again. Null: never.
     */
    before: number | null;
    /**
     * After this many failures and expired leases in a row, a task needs attention and is not handed out
     * again. Null: never.
     */
    after: number | null;
  };
  archiveAfterDays?: {
    /** Tasks that are done or cancelled are archived after this many days; null: never. */
    before: number | null;
    /** Tasks that are done or cancelled are archived after this many days; null: never. */
    after: number | null;
  };
  staleAfterSeconds?: {
    /**
     * After so many seconds a task is stale that is assigned to an agent which does not start it, or held
     * without a lease by one that gives no sign.
     */
    before: number;
    /**
     * After so many seconds a task is stale that is assigned to an agent which does not start it, or held
     * without a lease by one that gives no sign.
     */
    after: number;
  };
  queueStaleAfterSeconds?: {
    /** After so many seconds in the queue a task is stale. */
    before: number;
    /** After so many seconds in the queue a task is stale. */
    after: number;
  };
  paused?: {
    /** While it is not null, no agent starts a task of the project. */
    before: Pause | null;
    /** While it is not null, no agent starts a task of the project. */
    after: Pause | null;
  };
  archivedAt?: {
    /** Since when the project is archived, with its tasks. */
    before: string | null;
    /** Since when the project is archived, with its tasks. */
    after: string | null;
  };
}

export interface ProjectDeletedEvent {
  /**
   * Opaque. Valid as `cursor` and as `Last-Event-ID` for as long as the event exists; no other event gets this
   * id.
   */
  id: string;
  type: 'project.deleted';
  /** A CUID. */
  teamId: string;
  /** The thing that was changed. */
  subject: {
    type: 'project';
    /** A CUID. */
    id: string;
  };
  actor: Actor;
  /** The `X-Request-Id` of the call that made the change. */
  requestId: string | null;
  /** The subject after the change. */
  snapshot: DeletedSnapshot;
  /** Null where something was created. */
  changes: ProjectChanges | null;
  createdAt: string;
}

export interface ProjectDeletedPayload {
  type: 'project.deleted';
  /** When it happened. */
  timestamp: string;
  data: {
    /** The id of the event in the log. */
    eventId: string;
    /** A CUID. */
    teamId: string;
    project: DeletedSnapshot;
    actor: Actor;
  };
}

export interface ProjectEvent {
  /**
   * Opaque. Valid as `cursor` and as `Last-Event-ID` for as long as the event exists; no other event gets this
   * id.
   */
  id: string;
  type: 'project.created' | 'project.updated' | 'project.paused' | 'project.resumed' | 'project.archived' | 'project.restored';
  /** A CUID. */
  teamId: string;
  /** The thing that was changed. */
  subject: {
    type: 'project';
    /** A CUID. */
    id: string;
  };
  actor: Actor;
  /** The `X-Request-Id` of the call that made the change. */
  requestId: string | null;
  /** The subject after the change. */
  snapshot: ProjectSnapshot;
  /** Null where something was created. */
  changes: ProjectChanges | null;
  createdAt: string;
}

export interface ProjectPayload {
  type: 'project.created' | 'project.updated' | 'project.paused' | 'project.resumed' | 'project.archived' | 'project.restored';
  /** When it happened. */
  timestamp: string;
  data: {
    /** The id of the event in the log. */
    eventId: string;
    /** A CUID. */
    teamId: string;
    project: ProjectSnapshot;
    actor: Actor;
    changes?: ProjectChanges;
  };
}

export interface ProjectSnapshot {
  /** A CUID. */
  id: string;
  name: string;
  description: string | null;
  /** A CUID. */
  teamId: string;
  /**
   * After this many failures and expired leases in a row, a task needs attention and is not handed out again.
   * Null: never.
   */
  maxAttempts: number | null;
  /** Tasks that are done or cancelled are archived after this many days; null: never. */
  archiveAfterDays: number | null;
  /**
   * After so many seconds a task is stale that is assigned to an agent which does not start it, or held
   * without a lease by one that gives no sign.
   */
  staleAfterSeconds: number;
  /** After so many seconds in the queue a task is stale. */
  queueStaleAfterSeconds: number;
  createdAt: string;
  updatedAt: string;
  /** While it is not null, no agent starts a task of the project. */
  paused: Pause | null;
  /** Since when the project is archived, with its tasks. */
  archivedAt: string | null;
}

export interface RecoverDeliveriesInput {
  /** A CUID. */
  webhookId: string;
  since: string;
}

export interface RedeliverEventInput {
  /** A CUID. */
  webhookId: string;
  /** A CUID. */
  deliveryId: string;
}

export interface ReleaseTaskInput {
  /** A CUID. */
  taskId: string;
  /** For the history of the task, which people read. */
  reason?: string | null;
  /**
   * The `attempt` of your claim. If it is over (its lease expired, or the task was released, moved or claimed
   * again), the response is 409 STALE_CLAIM and nothing changes.
   */
  attempt?: number;
}

export interface RestoreProjectInput {
  /** A CUID. */
  projectId: string;
}

export interface RestoreTaskInput {
  /** A CUID. */
  taskId: string;
}

export interface ResumeAgentInput {
  /** A CUID. */
  agentId: string;
}

export interface ResumeProjectInput {
  /** A CUID. */
  projectId: string;
}

export interface ResumeTeamInput {
  /** Default: the team of the token. */
  teamId?: string;
}

export interface RotateAgentTokenInput {
  /** A CUID. */
  agentId: string;
  /**
   * For how long the old token is valid beside the new one, 0 by default; no longer than until it expires. An
   * even older one ends at once.
   */
  graceSeconds?: number | null;
  /** When the new token expires; null or absent for never. */
  expiresAt?: string | null;
}

export interface RotateWebhookSecretInput {
  /** A CUID. */
  webhookId: string;
}

export interface StuckThing {
  /**
   * `no_working_agent`: tasks are in the queue, and no agent is active with a valid token; `agent_failing`:
   * the last three attempts of an agent failed, and it is not paused; `token_expiring`, `key_expiring`: a
   * token or team API key expires within 14 days, or has; `webhook_disabled`: an endpoint gets no events any
   * more, since its deliveries failed.
   */
  reason: 'no_working_agent' | 'agent_failing' | 'token_expiring' | 'key_expiring' | 'webhook_disabled';
  /** Of the agent, key or webhook; null for the team. */
  id: string | null;
  /** Of the agent or key, or the host of the webhook. */
  name: string | null;
  /** When it expires, or was disabled. */
  at: string | null;
  /** With `agent_failing`: its last failed attempts, the newest first. */
  failures?: FailedAttempt[];
}

export interface Task {
  /** A CUID. */
  id: string;
  title: string;
  description: string | null;
  status: TaskStatus;
  priority: TaskPriority;
  /** Null while no agent is assigned. */
  assignedAgentId: string | null;
  /** The person who has the task, and from whom no agent gets it; null while nobody is assigned. */
  assignedMemberId: string | null;
  /** A CUID. */
  projectId: string;
  /** The day by which the task is to be done; null without one. It has no effect on the queue. */
  dueDate: string | null;
  /**
   * Until when no agent can start the task: given by people, or after a failed attempt. The next attempt
   * clears it.
   */
  notBefore: string | null;
  /** Where the work is: a repository, a document, a conversation. */
  links: Link[];
  /** The tasks that this one waits for. No agent can start it before all of them are `done`. */
  blockedBy: string[];
  /** Whether a task of `blockedBy` is not `done`. A cancelled one keeps it blocked. */
  isBlocked: boolean;
  /** The task that this one is a part of, a sub-task. It has no effect on the queue. */
  parentId: string | null;
  /** The creator's own id of the task, unique in the team: the list finds the task by it. */
  externalId: string | null;
  /** Null until the task is completed with a result. */
  result: string | null;
  /**
   * 0 at first, one more with every claim. Send it with complete, heartbeat, fail and release: after your
   * claim ended they are rejected with STALE_CLAIM and change nothing.
   */
  attempt: number;
  /** When the claim ends unless a heartbeat extends it; null for a claim without a lease. */
  leaseExpiresAt: string | null;
  /**
   * `attempts_exhausted`: as many attempts in a row failed, or ended with their lease, as the project allows.
   * No agent gets the task until a person or a team API key releases, moves or assigns it.
   */
  needsAttention: 'attempts_exhausted' | null;
  /** The place in the queue among tasks of the same priority: the lowest comes first, compared by bytes. */
  rank: string;
  /** 1 on creation, one more with every change. It never decreases in the order of the event log. */
  version: number;
  /** When the status last changed; in progress, when its agent claimed it or was assigned. */
  statusChangedAt: string;
  createdAt: string;
  updatedAt: string;
  /** Since when the task is archived: nothing of it can be changed until it is restored. */
  archivedAt: string | null;
}

export interface TaskAttempt {
  attempt: number;
  /** A CUID. */
  agentId: string;
  startedAt: string;
  /** Null while the agent holds the task. */
  endedAt: string | null;
  /** Null while the agent holds the task. */
  outcome: 'completed' | 'failed' | 'released' | 'expired' | 'moved' | 'reassigned' | null;
  /**
   * The reason of a failure, or of a release where one was given. `undelivered`: the connection closed before
   * the response of claim-next.
   */
  reason: string | null;
}

export interface TaskChanges {
  title?: {
    before: string;
    after: string;
  };
  description?: {
    before: string | null;
    after: string | null;
  };
  status?: {
    before: TaskStatus;
    after: TaskStatus;
  };
  priority?: {
    before: TaskPriority;
    after: TaskPriority;
  };
  assignedAgentId?: {
    /** Null while no agent is assigned. */
    before: string | null;
    /** Null while no agent is assigned. */
    after: string | null;
  };
  assignedMemberId?: {
    /** The person who has the task, and from whom no agent gets it; null while nobody is assigned. */
    before: string | null;
    /** The person who has the task, and from whom no agent gets it; null while nobody is assigned. */
    after: string | null;
  };
  projectId?: {
    /** A CUID. */
    before: string;
    /** A CUID. */
    after: string;
  };
  dueDate?: {
    /** The day by which the task is to be done; null without one. It has no effect on the queue. */
    before: string | null;
    /** The day by which the task is to be done; null without one. It has no effect on the queue. */
    after: string | null;
  };
  notBefore?: {
    /**
     * Until when no agent can start the task: given by people, or after a failed attempt. The next attempt
     * clears it.
     */
    before: string | null;
    /**
     * Until when no agent can start the task: given by people, or after a failed attempt. The next attempt
     * clears it.
     */
    after: string | null;
  };
  links?: {
    /** Where the work is: a repository, a document, a conversation. */
    before: Link[];
    /** Where the work is: a repository, a document, a conversation. */
    after: Link[];
  };
  blockedBy?: {
    /** The tasks that this one waits for. No agent can start it before all of them are `done`. */
    before: string[];
    /** The tasks that this one waits for. No agent can start it before all of them are `done`. */
    after: string[];
  };
  isBlocked?: {
    /** Whether a task of `blockedBy` is not `done`. A cancelled one keeps it blocked. */
    before: boolean;
    /** Whether a task of `blockedBy` is not `done`. A cancelled one keeps it blocked. */
    after: boolean;
  };
  parentId?: {
    /** The task that this one is a part of, a sub-task. It has no effect on the queue. */
    before: string | null;
    /** The task that this one is a part of, a sub-task. It has no effect on the queue. */
    after: string | null;
  };
  externalId?: {
    /** The creator's own id of the task, unique in the team: the list finds the task by it. */
    before: string | null;
    /** The creator's own id of the task, unique in the team: the list finds the task by it. */
    after: string | null;
  };
  result?: {
    /** Null until the task is completed with a result. */
    before: string | null;
    /** Null until the task is completed with a result. */
    after: string | null;
  };
  needsAttention?: {
    /**
     * `attempts_exhausted`: as many attempts in a row failed, or ended with their lease, as the project
     * allows. No agent gets the task until a person or a team API key releases, moves or assigns it.
     */
    before: 'attempts_exhausted' | null;
    /**
     * `attempts_exhausted`: as many attempts in a row failed, or ended with their lease, as the project
     * allows. No agent gets the task until a person or a team API key releases, moves or assigns it.
     */
    after: 'attempts_exhausted' | null;
  };
  archivedAt?: {
    /** Since when the task is archived: nothing of it can be changed until it is restored. */
    before: string | null;
    /** Since when the task is archived: nothing of it can be changed until it is restored. */
    after: string | null;
  };
  comment?: {
    /** Null. */
    before: {
      /** A CUID. */
      id: string;
      /** Markdown. */
      body: string;
      createdAt: string;
      /** Its number among the comments of the task: 1 for the first. */
      number: number;
    } | null;
    after: {
      /** A CUID. */
      id: string;
      /** Markdown. */
      body: string;
      createdAt: string;
      /** Its number among the comments of the task: 1 for the first. */
      number: number;
    };
  };
  reason?: {
    /** Null. */
    before: string | null;
    /**
     * The reason of a release or failure, why the service has archived or restored the task, or what a stale
     * task was: working, assigned or queued.
     */
    after: string;
  };
}

export interface TaskDeletedEvent {
  /**
   * Opaque. Valid as `cursor` and as `Last-Event-ID` for as long as the event exists; no other event gets this
   * id.
   */
  id: string;
  type: 'task.deleted';
  /** A CUID. */
  teamId: string;
  /** The thing that was changed. */
  subject: {
    type: 'task';
    /** A CUID. */
    id: string;
  };
  actor: Actor;
  /** The `X-Request-Id` of the call that made the change. */
  requestId: string | null;
  /** The subject after the change. */
  snapshot: DeletedSnapshot;
  /** Null where something was created. */
  changes: TaskDeletionChanges | null;
  createdAt: string;
}

export interface TaskDeletedPayload {
  type: 'task.deleted';
  /** When it happened. */
  timestamp: string;
  data: {
    /** The id of the event in the log. */
    eventId: string;
    /** A CUID. */
    teamId: string;
    task: DeletedSnapshot;
    actor: Actor;
    changes?: TaskDeletionChanges;
  };
}

/** Null where the task was archived. */
export interface TaskDeletionChanges {
  projectId: {
    /** A CUID. */
    before: string;
    /** Null. */
    after: string | null;
  };
  status: {
    before: TaskStatus;
    /** Null. */
    after: TaskStatus | null;
  };
}

export interface TaskEvent {
  /**
   * Opaque. Valid as `cursor` and as `Last-Event-ID` for as long as the event exists; no other event gets this
   * id.
   */
  id: string;
  type: 'task.created' | 'task.updated' | 'task.claimed' | 'task.moved' | 'task.completed' | 'task.released' | 'task.failed' | 'task.lease_expired' | 'task.commented' | 'task.archived' | 'task.restored' | 'task.blocked' | 'task.unblocked' | 'task.stale';
  /** A CUID. */
  teamId: string;
  /** The thing that was changed. */
  subject: {
    type: 'task';
    /** A CUID. */
    id: string;
  };
  actor: Actor;
  /** The `X-Request-Id` of the call that made the change. */
  requestId: string | null;
  /** The subject after the change. */
  snapshot: Task;
  /** Null where something was created. */
  changes: TaskChanges | null;
  createdAt: string;
}

export interface TaskInContext {
  /** A CUID. */
  id: string;
  title: string;
  description: string | null;
  status: TaskStatus;
  priority: TaskPriority;
  /** Null while no agent is assigned. */
  assignedAgentId: string | null;
  /** The person who has the task, and from whom no agent gets it; null while nobody is assigned. */
  assignedMemberId: string | null;
  /** A CUID. */
  projectId: string;
  /** The day by which the task is to be done; null without one. It has no effect on the queue. */
  dueDate: string | null;
  /**
   * Until when no agent can start the task: given by people, or after a failed attempt. The next attempt
   * clears it.
   */
  notBefore: string | null;
  /** Where the work is: a repository, a document, a conversation. */
  links: Link[];
  /** The tasks that this one waits for. No agent can start it before all of them are `done`. */
  blockedBy: string[];
  /** Whether a task of `blockedBy` is not `done`. A cancelled one keeps it blocked. */
  isBlocked: boolean;
  /** The task that this one is a part of, a sub-task. It has no effect on the queue. */
  parentId: string | null;
  /** The creator's own id of the task, unique in the team: the list finds the task by it. */
  externalId: string | null;
  /** Null until the task is completed with a result. */
  result: string | null;
  /**
   * 0 at first, one more with every claim. Send it with complete, heartbeat, fail and release: after your
   * claim ended they are rejected with STALE_CLAIM and change nothing.
   */
  attempt: number;
  /** When the claim ends unless a heartbeat extends it; null for a claim without a lease. */
  leaseExpiresAt: string | null;
  /**
   * `attempts_exhausted`: as many attempts in a row failed, or ended with their lease, as the project allows.
   * No agent gets the task until a person or a team API key releases, moves or assigns it.
   */
  needsAttention: 'attempts_exhausted' | null;
  /** The place in the queue among tasks of the same priority: the lowest comes first, compared by bytes. */
  rank: string;
  /** 1 on creation, one more with every change. It never decreases in the order of the event log. */
  version: number;
  /** When the status last changed; in progress, when its agent claimed it or was assigned. */
  statusChangedAt: string;
  createdAt: string;
  updatedAt: string;
  /** Since when the task is archived: nothing of it can be changed until it is restored. */
  archivedAt: string | null;
  /** With `include=instructions`: those of the project, Markdown; null without any. */
  instructions?: string | null;
  /** With `include=context`: read it when `attempt` is above 1. */
  context?: AttemptContext;
  /**
   * With `include=blockers`: the tasks of `blockedBy`, with titles and results of at most 32768 bytes in all.
   * The longest are cut first.
   */
  blockers?: ({
    /** A CUID. */
    id: string;
    title: string;
    status: TaskStatus;
    result: string | null;
    /** The result, or the title, is cut. */
    truncated?: true;
  })[];
  /**
   * With `include=children`: the sub-tasks, up to 1000; of more, the open ones are counted first. Open
   * (`todo`, `in_progress`) are those of `total` that are neither done nor cancelled.
   */
  children?: {
    total: number;
    done: number;
    cancelled: number;
  };
  /**
   * With `include=next`: who acts next, and why; null for a task that is done, cancelled or archived. It is no
   * part of the version of the task.
   */
  next?: TaskNext | null;
}

export interface TaskNext {
  /** The next actor: an agent, a person, those who work on other tasks, or nobody before a time. */
  actor: 'agent' | 'person' | 'task' | 'time';
  /**
   * `attempts_exhausted`: as many attempts in a row have failed as the project allows; `working`: an agent
   * holds it; `person`: it is assigned to a person; `in_progress_unassigned`: it was moved there, and nobody
   * is assigned; `blocker_cancelled`: it waits for a task that is cancelled or archived; `blocked`: it waits
   * for others; `not_before`: it waits for a time; `paused`: its team, project or agent is paused;
   * `agent_cannot_work`: its agent is inactive or has no valid token; `assigned`: it waits for its agent;
   * `queued`: it waits in the queue; `stale`: `was` has lasted longer than the project allows.
   */
  reason: 'attempts_exhausted' | 'working' | 'person' | 'in_progress_unassigned' | 'blocker_cancelled' | 'blocked' | 'not_before' | 'paused' | 'agent_cannot_work' | 'assigned' | 'queued' | 'stale';
  since: string;
  /** When it ends by itself: the lease, the time to start; or when the task counts as stale. */
  deadline?: string;
  /** With `stale`: the reason before. */
  was?: 'working' | 'assigned' | 'queued';
  /** A CUID. */
  agentId?: string;
  attempt?: number;
  /** A CUID. */
  memberId?: string;
  /** Some of the tasks that it waits for; first those that are cancelled or archived. */
  blockerIds?: string[];
  /** The team, project or agent that is paused. */
  paused?: {
    type: 'team' | 'project' | 'agent';
    /** A CUID. */
    id: string;
  };
}

export interface TaskNotices {
  /**
   * The agent, the project of the task or the whole team is paused: bring what you do to an end, then complete
   * or release the task.
   */
  stop?: {
    reason: string;
    source: 'agent' | 'project' | 'team';
  };
  /**
   * The newest comments by others since the claim or its last heartbeat, the oldest first: at most 3, with
   * 4096 bytes of text, of which the longest are cut first. Each is handed out once.
   */
  comments?: {
    /** A CUID. */
    id: string;
    /** Markdown. */
    body: string;
    author: Actor;
    createdAt: string;
    /** The body is cut. */
    truncated?: true;
  }[];
}

export interface TaskPayload {
  type: 'task.created' | 'task.updated' | 'task.claimed' | 'task.moved' | 'task.completed' | 'task.released' | 'task.failed' | 'task.lease_expired' | 'task.commented' | 'task.archived' | 'task.restored' | 'task.blocked' | 'task.unblocked' | 'task.stale';
  /** When it happened. */
  timestamp: string;
  data: {
    /** The id of the event in the log. */
    eventId: string;
    /** A CUID. */
    teamId: string;
    task: Task;
    actor: Actor;
    changes?: TaskChanges;
  };
}

export type TaskPriority = 'low' | 'normal' | 'high';

export type TaskStatus = 'todo' | 'in_progress' | 'done' | 'cancelled';

export interface Team {
  /** A CUID. */
  id: string;
  name: string;
  /** While it is not null, no agent of the team starts a task. */
  paused: Pause | null;
}

export interface TeamChanges {
  paused?: {
    /** While it is not null, no agent of the team starts a task. */
    before: Pause | null;
    /** While it is not null, no agent of the team starts a task. */
    after: Pause | null;
  };
}

export interface TeamEvent {
  /**
   * Opaque. Valid as `cursor` and as `Last-Event-ID` for as long as the event exists; no other event gets this
   * id.
   */
  id: string;
  type: 'team.paused' | 'team.resumed' | 'team.deleted' | 'team.restored';
  /** A CUID. */
  teamId: string;
  /** The thing that was changed. */
  subject: {
    type: 'team';
    /** A CUID. */
    id: string;
  };
  actor: Actor;
  /** The `X-Request-Id` of the call that made the change. */
  requestId: string | null;
  /** The subject after the change. */
  snapshot: Team;
  /** Null where something was created. */
  changes: TeamChanges | null;
  createdAt: string;
}

export interface TeamPayload {
  type: 'team.paused' | 'team.resumed' | 'team.deleted' | 'team.restored';
  /** When it happened. */
  timestamp: string;
  data: {
    /** The id of the event in the log. */
    eventId: string;
    /** A CUID. */
    teamId: string;
    team: Team;
    actor: Actor;
    changes?: TeamChanges;
  };
}

export interface TestWebhookInput {
  /** A CUID. */
  webhookId: string;
}

export interface UpdateAgentInput {
  /** A CUID. */
  agentId: string;
  /** One line: a tab or line break becomes a space, and other control characters are invalid. */
  name?: string;
  description?: string | null;
  /** `inactive` invalidates the token at once. `active` does not restore it: rotate it to get a new one. */
  status?: AgentStatus;
}

export interface UpdateProjectInput {
  /** A CUID. */
  projectId: string;
  /** One line: a tab or line break becomes a space, and other control characters are invalid. */
  name?: string;
  description?: string | null;
  instructions?: string | null;
  /** Null: a task is handed out again however often its attempts end like that. */
  maxAttempts?: number | null;
  /** Null: never. */
  archiveAfterDays?: number | null;
  staleAfterSeconds?: number;
  queueStaleAfterSeconds?: number;
}

export interface UpdateTaskInput {
  /** A CUID. */
  taskId: string;
  /** One line: a tab or line break becomes a space, and other control characters are invalid. */
  title?: string;
  description?: string | null;
  priority?: TaskPriority;
  /** An active agent of the team. Null unassigns the task: a held one is released and becomes `todo`. */
  assignedAgentId?: string | null;
  /** A member of the team, in place of the assigned agent, whose claim ends. Null unassigns the person. */
  assignedMemberId?: string | null;
  /** A project of the team. */
  projectId?: string;
  /** A day such as 2027-01-31; null removes it. */
  dueDate?: string | null;
  /** As on creation; null lets agents start the task at once. */
  notBefore?: string | null;
  /** In place of all links that the task has. */
  links?: ({
    /** One line: a tab or line break becomes a space, and other control characters are invalid. */
    url: string;
    title?: string | null;
  })[];
  /** In place of all that the task has waited for. */
  blockedBy?: string[];
  /** A task of the team that is no sub-task of this one. Tasks nest 5 levels deep. Null: a task of its own. */
  parentId?: string | null;
  /** Unique in the team, archived tasks included; null removes it. */
  externalId?: string | null;
}

export interface UpdateWebhookInput {
  /** A CUID. */
  webhookId: string;
  /** http:// or https://, at a public address unless the operator allows others. */
  url?: string;
  description?: string | null;
  eventTypes?: EventTypes;
  /**
   * True enables it again, for any reason that it was disabled; pending deliveries are then sent, up to 30
   * days old.
   */
  enabled?: boolean;
}

export interface Webhook {
  /** A CUID. */
  id: string;
  /** A CUID. */
  teamId: string;
  url: string;
  description: string | null;
  eventTypes: EventTypes;
  /** While it is false nothing is sent, and events create no deliveries. */
  enabled: boolean;
  /**
   * Null while it is enabled. `switched_off`: by a caller; `gone`: the receiver responded with 410; `failing`:
   * every attempt failed for five days.
   */
  disabledReason: 'switched_off' | 'gone' | 'failing' | null;
  disabledAt: string | null;
  lastSuccessAt: string | null;
  lastFailureAt: string | null;
  /** Failed attempts since the last success. */
  failuresInRow: number;
  /** The first of the failures in a row. */
  failingSince: string | null;
  /** Until then deliveries are signed with the secret before the last rotation as well: 24 hours. */
  previousSecretUntil: string | null;
  createdAt: string;
  updatedAt: string;
}

export interface WebhookAttempt {
  at: string;
  /** Null when there was no response. */
  statusCode: number | null;
  /** Why it failed, for people; null on success. */
  error: string | null;
  latencyMs: number;
}

export interface WebhookChanges {
  url?: {
    before: string;
    after: string;
  };
  description?: {
    before: string | null;
    after: string | null;
  };
  eventTypes?: {
    before: EventTypes;
    after: EventTypes;
  };
  enabled?: {
    /** While it is false nothing is sent, and events create no deliveries. */
    before: boolean;
    /** While it is false nothing is sent, and events create no deliveries. */
    after: boolean;
  };
  disabledReason?: {
    /**
     * Null while it is enabled. `switched_off`: by a caller; `gone`: the receiver responded with 410;
     * `failing`: every attempt failed for five days.
     */
    before: 'switched_off' | 'gone' | 'failing' | null;
    /**
     * Null while it is enabled. `switched_off`: by a caller; `gone`: the receiver responded with 410;
     * `failing`: every attempt failed for five days.
     */
    after: 'switched_off' | 'gone' | 'failing' | null;
  };
  disabledAt?: {
    before: string | null;
    after: string | null;
  };
  previousSecretUntil?: {
    /** Until then deliveries are signed with the secret before the last rotation as well: 24 hours. */
    before: string | null;
    /** Until then deliveries are signed with the secret before the last rotation as well: 24 hours. */
    after: string | null;
  };
  since?: {
    /** Null. */
    before: string | null;
    /** An ISO 8601 time in UTC. */
    after: string;
  };
  delivery?: {
    /** Null. */
    before: string | null;
    /** A CUID. */
    after: string;
  };
}

export interface WebhookDelivery {
  /** Also the header `webhook-id`: the same on every attempt. */
  id: string;
  /** A CUID. */
  webhookId: string;
  /** The id of the event in the log. */
  eventId: string;
  eventType: EventType;
  status: DeliveryStatus;
  /** The oldest first; the last hundred are kept. */
  attempts: WebhookAttempt[];
  /** Null unless it is pending. */
  nextAttemptAt: string | null;
  createdAt: string;
}

export interface WebhookDeliveryDetails {
  /** Also the header `webhook-id`: the same on every attempt. */
  id: string;
  /** A CUID. */
  webhookId: string;
  /** The id of the event in the log. */
  eventId: string;
  eventType: EventType;
  status: DeliveryStatus;
  /** The oldest first; the last hundred are kept. */
  attempts: WebhookAttempt[];
  /** Null unless it is pending. */
  nextAttemptAt: string | null;
  createdAt: string;
  /** The last request, or the first one that will be sent. */
  request: {
    url: string;
    /** Empty before the first attempt. */
    headers: Record<string, string>;
    /** The same bytes on every attempt, except for data that was deleted or erased in between. */
    body: string;
  };
  /** The last response; null when the last attempt got no response. */
  response: {
    statusCode: number;
    /** The first KiB. */
    body: string;
  } | null;
}

export interface WebhookEvent {
  /**
   * Opaque. Valid as `cursor` and as `Last-Event-ID` for as long as the event exists; no other event gets this
   * id.
   */
  id: string;
  type: 'webhook.created' | 'webhook.updated' | 'webhook.disabled' | 'webhook.deleted' | 'webhook.secret_rotated' | 'webhook.tested' | 'webhook.redelivered' | 'webhook.recovered';
  /** A CUID. */
  teamId: string;
  /** The thing that was changed. */
  subject: {
    type: 'webhook';
    /** A CUID. */
    id: string;
  };
  actor: Actor;
  /** The `X-Request-Id` of the call that made the change. */
  requestId: string | null;
  /** The subject after the change. */
  snapshot: WebhookSnapshot;
  /** Null where something was created. */
  changes: WebhookChanges | null;
  createdAt: string;
}

export interface WebhookEventPayload {
  type: 'webhook.created' | 'webhook.updated' | 'webhook.disabled' | 'webhook.deleted' | 'webhook.secret_rotated' | 'webhook.tested' | 'webhook.redelivered' | 'webhook.recovered';
  /** When it happened. */
  timestamp: string;
  data: {
    /** The id of the event in the log. */
    eventId: string;
    /** A CUID. */
    teamId: string;
    webhook: {
      /** A CUID. */
      id: string;
      /** A CUID. */
      teamId: string;
      description: string | null;
      eventTypes: EventTypes;
      /** While it is false nothing is sent, and events create no deliveries. */
      enabled: boolean;
      /**
       * Null while it is enabled. `switched_off`: by a caller; `gone`: the receiver responded with 410;
       * `failing`: every attempt failed for five days.
       */
      disabledReason: 'switched_off' | 'gone' | 'failing' | null;
      disabledAt: string | null;
      /** Until then deliveries are signed with the secret before the last rotation as well: 24 hours. */
      previousSecretUntil: string | null;
      createdAt: string;
      updatedAt: string;
    };
    actor: Actor;
    changes?: {
      description?: {
        before: string | null;
        after: string | null;
      };
      eventTypes?: {
        before: EventTypes;
        after: EventTypes;
      };
      enabled?: {
        /** While it is false nothing is sent, and events create no deliveries. */
        before: boolean;
        /** While it is false nothing is sent, and events create no deliveries. */
        after: boolean;
      };
      disabledReason?: {
        /**
         * Null while it is enabled. `switched_off`: by a caller; `gone`: the receiver responded with 410;
         * `failing`: every attempt failed for five days.
         */
        before: 'switched_off' | 'gone' | 'failing' | null;
        /**
         * Null while it is enabled. `switched_off`: by a caller; `gone`: the receiver responded with 410;
         * `failing`: every attempt failed for five days.
         */
        after: 'switched_off' | 'gone' | 'failing' | null;
      };
      disabledAt?: {
        before: string | null;
        after: string | null;
      };
      previousSecretUntil?: {
        /** Until then deliveries are signed with the secret before the last rotation as well: 24 hours. */
        before: string | null;
        /** Until then deliveries are signed with the secret before the last rotation as well: 24 hours. */
        after: string | null;
      };
      since?: {
        /** Null. */
        before: string | null;
        /** An ISO 8601 time in UTC. */
        after: string;
      };
      delivery?: {
        /** Null. */
        before: string | null;
        /** A CUID. */
        after: string;
      };
    };
  };
}

/**
 * The body of a webhook, by the type of the event: the subject as it was after the change, under its kind.
 * Respond with 2xx to types that you do not know.
 */
export type WebhookPayload = TaskPayload | AgentPayload | TaskDeletedPayload | ProjectPayload | ProjectDeletedPayload | TeamPayload | ApiKeyPayload | MemberPayload | InvitationPayload | WebhookEventPayload;

export interface WebhookRecovery {
  /** A CUID. */
  webhookId: string;
  since: string;
}

export interface WebhookSnapshot {
  /** A CUID. */
  id: string;
  /** A CUID. */
  teamId: string;
  url: string;
  description: string | null;
  eventTypes: EventTypes;
  /** While it is false nothing is sent, and events create no deliveries. */
  enabled: boolean;
  /**
   * Null while it is enabled. `switched_off`: by a caller; `gone`: the receiver responded with 410; `failing`:
   * every attempt failed for five days.
   */
  disabledReason: 'switched_off' | 'gone' | 'failing' | null;
  disabledAt: string | null;
  /** Until then deliveries are signed with the secret before the last rotation as well: 24 hours. */
  previousSecretUntil: string | null;
  createdAt: string;
  updatedAt: string;
}

export interface WebhookWithSecret {
  /** A CUID. */
  id: string;
  /** A CUID. */
  teamId: string;
  url: string;
  description: string | null;
  eventTypes: EventTypes;
  /** While it is false nothing is sent, and events create no deliveries. */
  enabled: boolean;
  /**
   * Null while it is enabled. `switched_off`: by a caller; `gone`: the receiver responded with 410; `failing`:
   * every attempt failed for five days.
   */
  disabledReason: 'switched_off' | 'gone' | 'failing' | null;
  disabledAt: string | null;
  lastSuccessAt: string | null;
  lastFailureAt: string | null;
  /** Failed attempts since the last success. */
  failuresInRow: number;
  /** The first of the failures in a row. */
  failingSince: string | null;
  /** Until then deliveries are signed with the secret before the last rotation as well: 24 hours. */
  previousSecretUntil: string | null;
  createdAt: string;
  updatedAt: string;
  /** Verifies signatures. Store it: no later response shows it. */
  secret: string;
}
