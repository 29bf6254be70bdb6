// Made from the operations in packages/contracts by `pnpm clients`. Do not edit.

import type { CallOptions, Page, Projection } from '../call-options.ts';
import type { FollowEventsInput, FollowOptions } from '../follow-events.ts';
import type {
  Agent,
  AgentWithToken,
  ArchiveProjectInput,
  ArchiveTaskInput,
  Attention,
  ClaimNextTaskInput,
  ClaimTaskInput,
  Comment,
  CommentOnTaskInput,
  CompleteTaskInput,
  CreateAgentInput,
  CreateProjectInput,
  CreateTaskInput,
  CreateTasksInput,
  CreateWebhookInput,
  DeleteWebhookInput,
  Event,
  FailTaskInput,
  GetAgentInput,
  GetAttentionInput,
  GetCommentInput,
  GetDeliveryInput,
  GetProjectInput,
  GetTaskInput,
  GetTeamInput,
  GetWebhookInput,
  HeartbeatTaskInput,
  HeldTask,
  Link,
  ListAgentsInput,
  ListCommentsInput,
  ListDeliveriesInput,
  ListEventsInput,
  ListMembersInput,
  ListProjectsInput,
  ListTaskAttemptsInput,
  ListTaskEventsInput,
  ListTasksInput,
  ListWebhooksInput,
  ListedProject,
  ListedTask,
  Me,
  MoveTaskInput,
  Pause,
  PauseAgentInput,
  PauseProjectInput,
  PauseTeamInput,
  Person,
  Project,
  RecoverDeliveriesInput,
  RedeliverEventInput,
  ReleaseTaskInput,
  RestoreProjectInput,
  RestoreTaskInput,
  ResumeAgentInput,
  ResumeProjectInput,
  ResumeTeamInput,
  RotateAgentTokenInput,
  RotateWebhookSecretInput,
  Task,
  TaskAttempt,
  TaskInContext,
  Team,
  TestWebhookInput,
  UpdateAgentInput,
  UpdateProjectInput,
  UpdateTaskInput,
  UpdateWebhookInput,
  Webhook,
  WebhookDelivery,
  WebhookDeliveryDetails,
  WebhookRecovery,
  WebhookWithSecret,
} from './types.ts';

/** A method for each operation, by area. */
export interface Areas {
  tasks: {
    /**
     * List tasks.
     * Newest first. While the response carries `X-Next-Cursor` (and `Link: <url>; rel="next"`) there are more:
     * pass it as `cursor`. A task that exists throughout is returned exactly once, even if it changes meanwhile.
     * With `ids` and `wait` the response comes when these tasks have ended, or after that time.
     * For agents and team API keys.
     */
    list<const Options extends CallOptions<ListedTask>>(
      input?: ListTasksInput, options?: Options,
    ): Promise<Page<Projection<ListedTask, Options, 'id' | 'title' | 'status' | 'priority' | 'assignedAgentId' | 'assignedMemberId' | 'isBlocked' | 'version' | 'next'>>>;
    /** Every item of `list`, page after page. */
    listAll<const Options extends CallOptions<ListedTask>>(
      input?: ListTasksInput, options?: Options,
    ): AsyncGenerator<Projection<ListedTask, Options, 'id' | 'title' | 'status' | 'priority' | 'assignedAgentId' | 'assignedMemberId' | 'isBlocked' | 'version' | 'next'>, void>;
    /**
     * Create a task.
     * The task starts in `todo`, also when it is assigned at once.
     * For agents and team API keys with the access `tasks`.
     * Errors: EXTERNAL_ID_TAKEN, LIMIT_REACHED.
     */
    create<const Options extends CallOptions<Task>>(
      input: CreateTaskInput, options?: Options,
    ): Promise<Projection<Task, Options, 'id' | 'status' | 'attempt' | 'leaseExpiresAt' | 'version'>>;
    /**
     * Create a plan of tasks.
     * Creates all tasks, or none, and returns them in their order. A task may have a `ref`: others name it
     * "ref:build" among the tasks that they wait for, or as their parent. Counts as one request for each 10
     * tasks; a team creates one plan at a time.
     * For agents and team API keys with the access `tasks`.
     * Errors: EXTERNAL_ID_TAKEN, LIMIT_REACHED.
     */
    createMany<const Options extends CallOptions<Task>>(
      input: CreateTasksInput, options?: Options,
    ): Promise<Page<Projection<Task, Options, 'id' | 'status' | 'attempt' | 'leaseExpiresAt' | 'version'>>>;
    /**
     * Get a task.
     * For agents and team API keys.
     */
    get<const Options extends CallOptions<TaskInContext>>(
      input: GetTaskInput, options?: Options,
    ): Promise<Projection<TaskInContext, Options, 'id' | 'status' | 'attempt' | 'leaseExpiresAt' | 'version' | 'instructions' | 'context' | 'blockers' | 'children' | 'next'>>;
    /**
     * Update a task.
     * Writes the given fields; an agent may write title, description, priority, dueDate and links, of tasks that
     * it created or that no other agent holds or is assigned to, and notBefore, blockedBy, parentId and
     * externalId of what it created and nobody holds. Changing the assignee of a held task hands the claim over;
     * setting it to null releases the task, back to `todo`.
     * For agents and team API keys with the access `tasks`.
     * Errors: TASK_ALREADY_CLAIMED, TASK_NOT_CLAIMABLE, TASK_ASSIGNED_TO_OTHER, TASK_ARCHIVED, PAUSED,
     * TASK_BLOCKED, DEPENDENCY_CYCLE, EXTERNAL_ID_TAKEN, NOT_CLAIM_HOLDER, TASK_ALREADY_COMPLETED,
     * TASK_CANCELLED, LIMIT_REACHED.
     */
    update<const Options extends CallOptions<Task>>(
      input: UpdateTaskInput, options?: Options,
    ): Promise<Projection<Task, Options, 'id' | 'status' | 'attempt' | 'leaseExpiresAt' | 'version'>>;
    /**
     * Claim a task.
     * Atomically sets the status to `in_progress` and assigns the task to the calling agent. If several agents
     * claim the task at once, exactly one succeeds; the others get a 409 and take another task. With
     * `leaseSeconds` the claim ends unless a heartbeat extends it.
     * For agents.
     * Errors: TASK_ALREADY_CLAIMED, TASK_NOT_CLAIMABLE, TASK_ASSIGNED_TO_OTHER, TASK_ARCHIVED, PAUSED,
     * TASK_BLOCKED, STALE_CLAIM.
     */
    claim<const Options extends CallOptions<TaskInContext>>(
      input: ClaimTaskInput, options?: Options,
    ): Promise<Projection<TaskInContext, Options, 'id' | 'title' | 'description' | 'priority' | 'links' | 'attempt' | 'leaseExpiresAt' | 'version' | 'instructions' | 'context' | 'blockers' | 'children' | 'next'>>;
    /**
     * Claim the next task.
     * Claims the first task in `todo` that the calling agent can claim: by priority, then tasks assigned to it,
     * then the oldest. 204 when there is none after `wait` seconds; a task that is being changed at that moment
     * is skipped. With `complete`, it finishes a task first: a worker needs one request per task. The two are
     * separate commits: after a 204 the completion stands. Tasks of paused projects are passed over. If the
     * connection closes before the response is sent, the claim is released (reason `undelivered`), unless the
     * request has an `Idempotency-Key`.
     * For agents.
     * Errors: TASK_NOT_CLAIMABLE, TASK_ASSIGNED_TO_OTHER, TASK_ARCHIVED, PAUSED, TASK_BLOCKED, NOT_CLAIM_HOLDER,
     * STALE_CLAIM, TASK_ALREADY_COMPLETED, TASK_CANCELLED.
     */
    claimNext<const Options extends CallOptions<TaskInContext>>(
      input?: ClaimNextTaskInput, options?: Options,
    ): Promise<Projection<TaskInContext, Options, 'id' | 'title' | 'description' | 'priority' | 'links' | 'attempt' | 'leaseExpiresAt' | 'version' | 'instructions' | 'context' | 'blockers' | 'children' | 'next'> | undefined>;
    /**
     * Extend the lease of a claim.
     * The lease then ends `leaseSeconds` from now. For the holder; a claim without a lease stays as it is.
     * Neither `version` nor `updatedAt` changes, and no event is written. `notices` has what people want the
     * holder to know: new comments, and that it is to stop.
     * For agents.
     * Errors: TASK_ARCHIVED, NOT_CLAIM_HOLDER, STALE_CLAIM, TASK_ALREADY_COMPLETED, TASK_CANCELLED.
     */
    heartbeat<const Options extends CallOptions<HeldTask>>(
      input: HeartbeatTaskInput, options?: Options,
    ): Promise<Projection<HeldTask, Options, 'id' | 'status' | 'attempt' | 'leaseExpiresAt' | 'version' | 'notices'>>;
    /**
     * Fail an attempt.
     * For the holder that cannot do the task: its attempt ends, and the task goes back to `todo`, unassigned. It
     * is offered to nobody before `notBefore`. With as many failures and expired leases in a row as the project
     * allows it needs attention instead.
     * For agents.
     * Errors: TASK_ARCHIVED, NOT_CLAIM_HOLDER, STALE_CLAIM, TASK_ALREADY_COMPLETED, TASK_CANCELLED.
     */
    fail<const Options extends CallOptions<Task>>(
      input: FailTaskInput, options?: Options,
    ): Promise<Projection<Task, Options, 'id' | 'status' | 'attempt' | 'leaseExpiresAt' | 'version'>>;
    /**
     * Release a task.
     * Gives the task back to `todo`, unassigned. An agent releases what it holds, and does not get it from
     * claim-next for 10 minutes; a team API key releases any task, which then no longer needs attention.
     * For agents and team API keys with the access `tasks`.
     * Errors: TASK_ARCHIVED, NOT_CLAIM_HOLDER, STALE_CLAIM, TASK_ALREADY_COMPLETED, TASK_CANCELLED.
     */
    release<const Options extends CallOptions<Task>>(
      input: ReleaseTaskInput, options?: Options,
    ): Promise<Projection<Task, Options, 'id' | 'status' | 'attempt' | 'leaseExpiresAt' | 'version'>>;
    /**
     * List the attempts of a task.
     * The claims of the task, the newest first: who claimed it, when, and how the claim ended.
     * For agents and team API keys.
     */
    attempts<const Options extends CallOptions<TaskAttempt>>(
      input: ListTaskAttemptsInput, options?: Options,
    ): Promise<Page<Projection<TaskAttempt, Options, 'attempt' | 'agentId' | 'startedAt' | 'outcome' | 'reason'>>>;
    /** Every item of `attempts`, page after page. */
    attemptsAll<const Options extends CallOptions<TaskAttempt>>(
      input: ListTaskAttemptsInput, options?: Options,
    ): AsyncGenerator<Projection<TaskAttempt, Options, 'attempt' | 'agentId' | 'startedAt' | 'outcome' | 'reason'>, void>;
    /**
     * Complete a task.
     * Sets the status to `done`, stores the result and emits `task.completed`. For the holder, or for an agent
     * that could have claimed the task. Sending the same completion again returns 200 and emits nothing.
     * For agents.
     * Errors: TASK_NOT_CLAIMABLE, TASK_ASSIGNED_TO_OTHER, TASK_ARCHIVED, PAUSED, TASK_BLOCKED, NOT_CLAIM_HOLDER,
     * STALE_CLAIM, TASK_ALREADY_COMPLETED, TASK_CANCELLED.
     */
    complete<const Options extends CallOptions<Task>>(
      input: CompleteTaskInput, options?: Options,
    ): Promise<Projection<Task, Options, 'id' | 'status' | 'attempt' | 'leaseExpiresAt' | 'version'>>;
    /**
     * Move a task to another status.
     * Moves between any two statuses. Back to `todo` clears the claim, and the assignment to an agent. An agent
     * may not move a task that another agent holds or is assigned to; a task that it created and that nobody
     * holds it may still move to any status but `in_progress`. For a task that it holds under a lease, it sends
     * its `attempt` or `If-Match`.
     * For agents and team API keys with the access `tasks`.
     * Errors: TASK_NOT_CLAIMABLE, TASK_ASSIGNED_TO_OTHER, TASK_ARCHIVED, PAUSED, TASK_BLOCKED, NOT_CLAIM_HOLDER,
     * STALE_CLAIM.
     */
    move<const Options extends CallOptions<Task>>(
      input: MoveTaskInput, options?: Options,
    ): Promise<Projection<Task, Options, 'id' | 'status' | 'attempt' | 'leaseExpiresAt' | 'version'>>;
    /**
     * Archive a task.
     * Archives the task: it is on no board, in no queue and in lists with `archived=true` alone, and cannot be
     * changed until it is restored. A task in progress is not archived.
     * For team API keys with the access `tasks`.
     * Errors: TASK_ALREADY_CLAIMED.
     */
    archive<const Options extends CallOptions<Task>>(
      input: ArchiveTaskInput, options?: Options,
    ): Promise<Projection<Task, Options, 'id' | 'status' | 'attempt' | 'leaseExpiresAt' | 'version'>>;
    /**
     * Restore a task.
     * The task is as it was before it was archived; if its person has left the team, it is unassigned. Restoring
     * a task that is not archived changes nothing.
     * For team API keys with the access `tasks`.
     * Errors: TASK_ARCHIVED.
     */
    restore<const Options extends CallOptions<Task>>(
      input: RestoreTaskInput, options?: Options,
    ): Promise<Projection<Task, Options, 'id' | 'status' | 'attempt' | 'leaseExpiresAt' | 'version'>>;
  };
  agents: {
    /**
     * List agents.
     * Includes inactive ones, the oldest first: all of them, or a page with `limit` or `cursor`.
     * For agents and team API keys.
     */
    list<const Options extends CallOptions<Agent>>(
      input?: ListAgentsInput, options?: Options,
    ): Promise<Page<Projection<Agent, Options, 'id' | 'name' | 'status'>>>;
    /** Every item of `list`, page after page. */
    listAll<const Options extends CallOptions<Agent>>(
      input?: ListAgentsInput, options?: Options,
    ): AsyncGenerator<Projection<Agent, Options, 'id' | 'name' | 'status'>, void>;
    /**
     * Create an agent.
     * The response carries the agent and its `token`, which is never shown again.
     * For team API keys with the access `manage`.
     * Errors: LIMIT_REACHED.
     */
    create<const Options extends CallOptions<AgentWithToken>>(
      input: CreateAgentInput, options?: Options,
    ): Promise<Projection<AgentWithToken, Options, 'id' | 'token'>>;
    /**
     * Get an agent.
     * For agents and team API keys.
     */
    get<const Options extends CallOptions<Agent>>(
      input: GetAgentInput, options?: Options,
    ): Promise<Projection<Agent, Options, 'id' | 'name' | 'status'>>;
    /**
     * Rename, deactivate or reactivate an agent.
     * Deactivation invalidates the token at once and leaves the tasks of the agent as they are. Reactivation
     * does not restore the token: rotate it.
     * For team API keys with the access `manage`.
     */
    update<const Options extends CallOptions<Agent>>(
      input: UpdateAgentInput, options?: Options,
    ): Promise<Projection<Agent, Options, 'id' | 'name' | 'status'>>;
    /**
     * Rotate an agent's token.
     * Every request that starts after this response with the old token gets a 401, unless `graceSeconds` lets
     * both be valid for a while. The response carries the agent and its new `token`, which is never shown again.
     * For team API keys with the access `manage`.
     */
    rotateToken<const Options extends CallOptions<AgentWithToken>>(
      input: RotateAgentTokenInput, options?: Options,
    ): Promise<Projection<AgentWithToken, Options, 'id' | 'token'>>;
    /**
     * Pause an agent.
     * The agent starts no further task; an inactive one can be paused as well. Every request to start one that
     * begins after this response is rejected with `PAUSED`. Pausing it again changes the reason and the mode.
     * For team API keys with the access `manage`.
     */
    pause<const Options extends CallOptions<Agent>>(
      input: PauseAgentInput, options?: Options,
    ): Promise<Projection<Agent, Options, 'id' | 'paused'>>;
    /**
     * Resume an agent.
     * Nothing changes if the agent is not paused.
     * For team API keys with the access `manage`.
     */
    resume<const Options extends CallOptions<Agent>>(
      input: ResumeAgentInput, options?: Options,
    ): Promise<Projection<Agent, Options, 'id' | 'paused'>>;
  };
  projects: {
    /**
     * List projects.
     * The oldest first: all of them, or a page with `limit` or `cursor`.
     * For agents and team API keys.
     */
    list<const Options extends CallOptions<ListedProject>>(
      input?: ListProjectsInput, options?: Options,
    ): Promise<Page<Projection<ListedProject, Options, 'id' | 'name'>>>;
    /** Every item of `list`, page after page. */
    listAll<const Options extends CallOptions<ListedProject>>(
      input?: ListProjectsInput, options?: Options,
    ): AsyncGenerator<Projection<ListedProject, Options, 'id' | 'name'>, void>;
    /**
     * Create a project.
     * For team API keys with the access `manage`.
     * Errors: LIMIT_REACHED.
     */
    create<const Options extends CallOptions<Project>>(
      input: CreateProjectInput, options?: Options,
    ): Promise<Projection<Project, Options, 'id' | 'name'>>;
    /**
     * Get a project.
     * For agents and team API keys.
     */
    get<const Options extends CallOptions<Project>>(
      input: GetProjectInput, options?: Options,
    ): Promise<Projection<Project, Options, 'id' | 'name'>>;
    /**
     * Change a project.
     * Writes the given fields. Agents read the instructions before the tasks of the project.
     * For team API keys with the access `manage`.
     * Errors: TASK_ARCHIVED.
     */
    update<const Options extends CallOptions<Project>>(
      input: UpdateProjectInput, options?: Options,
    ): Promise<Projection<Project, Options, 'id' | 'name'>>;
    /**
     * Pause a project.
     * No agent starts a task of the project; claim-next of the team passes over it. Every request to start one
     * that begins after this response is rejected with `PAUSED`. Pausing it again changes the reason and the
     * mode.
     * For team API keys with the access `manage`.
     * Errors: TASK_ARCHIVED.
     */
    pause<const Options extends CallOptions<Project>>(
      input: PauseProjectInput, options?: Options,
    ): Promise<Projection<Project, Options, 'id' | 'paused'>>;
    /**
     * Resume a project.
     * Nothing changes if the project is not paused.
     * For team API keys with the access `manage`.
     * Errors: TASK_ARCHIVED.
     */
    resume<const Options extends CallOptions<Project>>(
      input: ResumeProjectInput, options?: Options,
    ): Promise<Projection<Project, Options, 'id' | 'paused'>>;
    /**
     * Archive a project.
     * No agent can start a task of it from the response on, and no task can be created in it or moved to it. Its
     * tasks are archived soon after, those in progress once they leave `in_progress`.
     * For team API keys with the access `manage`.
     */
    archive<const Options extends CallOptions<Project>>(
      input: ArchiveProjectInput, options?: Options,
    ): Promise<Projection<Project, Options, 'id' | 'name'>>;
    /**
     * Restore a project.
     * Also restores the tasks that were archived with it. Nothing changes if the project is not archived.
     * For team API keys with the access `manage`.
     */
    restore<const Options extends CallOptions<Project>>(
      input: RestoreProjectInput, options?: Options,
    ): Promise<Projection<Project, Options, 'id' | 'name'>>;
  };
  teams: {
    /**
     * Get the caller.
     * The kind, the team, and the agent or key behind the token of this request.
     * For agents and team API keys.
     */
    me<const Options extends CallOptions<Me>>(
      input?: Record<string, never>, options?: Options,
    ): Promise<Projection<Me, Options, 'kind' | 'teamId'>>;
    /**
     * Get the team.
     * For agents and team API keys.
     */
    get<const Options extends CallOptions<Team>>(
      input?: GetTeamInput, options?: Options,
    ): Promise<Projection<Team, Options, 'id' | 'name' | 'paused'>>;
    /**
     * Pause the team.
     * No agent of the team starts a task. Every request to start one that begins after this response is rejected
     * with `PAUSED`. Pausing it again changes the reason and the mode.
     * For team API keys with the access `manage`.
     */
    pause<const Options extends CallOptions<Team>>(
      input: PauseTeamInput, options?: Options,
    ): Promise<Projection<Team, Options, 'id' | 'paused'>>;
    /**
     * Resume the team.
     * Agents and projects that are paused themselves stay so.
     * For team API keys with the access `manage`.
     */
    resume<const Options extends CallOptions<Team>>(
      input?: ResumeTeamInput, options?: Options,
    ): Promise<Projection<Team, Options, 'id' | 'paused'>>;
  };
  members: {
    /**
     * List members.
     * The people of the team, by name. A task is assigned to one of them by the `id`.
     * For agents and team API keys.
     */
    list<const Options extends CallOptions<Person>>(
      input?: ListMembersInput, options?: Options,
    ): Promise<Page<Projection<Person, Options, 'id' | 'name'>>>;
    /** Every item of `list`, page after page. */
    listAll<const Options extends CallOptions<Person>>(
      input?: ListMembersInput, options?: Options,
    ): AsyncGenerator<Projection<Person, Options, 'id' | 'name'>, void>;
  };
  attention: {
    /**
     * Get what waits for a person.
     * The reasons are those of `next` (`include=next` on tasks). A task that no agent moves by its `deadline` is
     * here as `stale`; tasks that are assigned to people are not here.
     * For agents and team API keys.
     */
    get<const Options extends CallOptions<Attention>>(
      input?: GetAttentionInput, options?: Options,
    ): Promise<Projection<Attention, Options, 'tasks' | 'stuck'>>;
  };
  comments: {
    /**
     * List the comments on a task.
     * The oldest first. The cursor is the id of the last comment of the page before.
     * For agents and team API keys.
     */
    list<const Options extends CallOptions<Comment>>(
      input: ListCommentsInput, options?: Options,
    ): Promise<Page<Projection<Comment, Options, 'id' | 'body' | 'author' | 'createdAt'>>>;
    /** Every item of `list`, page after page. */
    listAll<const Options extends CallOptions<Comment>>(
      input: ListCommentsInput, options?: Options,
    ): AsyncGenerator<Projection<Comment, Options, 'id' | 'body' | 'author' | 'createdAt'>, void>;
    /**
     * Comment on a task.
     * For questions, progress and reasons: people who have the task open see it at once.
     * For agents and team API keys with the access `tasks`.
     * Errors: TASK_ARCHIVED.
     */
    create<const Options extends CallOptions<Comment>>(
      input: CommentOnTaskInput, options?: Options,
    ): Promise<Projection<Comment, Options, 'id'>>;
    /**
     * Get a comment.
     * For agents and team API keys.
     */
    get<const Options extends CallOptions<Comment>>(
      input: GetCommentInput, options?: Options,
    ): Promise<Projection<Comment, Options, 'id' | 'body' | 'author'>>;
  };
  events: {
    /**
     * List or stream events.
     * Every change of the team, in the order of the event log: the oldest first, or with `order=desc` the
     * newest. Agents read events of tasks and agents, team API keys those of projects and the team as well, and
     * with the access `manage` those of webhooks. With `Accept: text/event-stream` the response is a stream of
     * server-sent events instead: what is committed from now on, or everything after the event in
     * `Last-Event-ID` (or `cursor`). The stream sends each event exactly once.
     * For agents and team API keys.
     */
    list<const Options extends CallOptions<Event>>(
      input?: ListEventsInput, options?: Options,
    ): Promise<Page<Projection<Event, Options, 'id' | 'type' | 'subject' | 'actor' | 'createdAt'>>>;
    /** Every item of `list`, page after page. */
    listAll<const Options extends CallOptions<Event>>(
      input?: ListEventsInput, options?: Options,
    ): AsyncGenerator<Projection<Event, Options, 'id' | 'type' | 'subject' | 'actor' | 'createdAt'>, void>;
    /**
     * The events that are committed from now on, or after the event `after`, each once and in the order of the
     * log. Reconnects with the last position; ends when `signal` is aborted. Throws once the credential has
     * ended.
     */
    follow(input?: FollowEventsInput, options?: FollowOptions): AsyncGenerator<Event, void>;
    /**
     * List the events of a task.
     * Its history: who did what and when, comments included. The oldest event first, or with `order=desc` the
     * newest.
     * For agents and team API keys.
     */
    listForTask<const Options extends CallOptions<Event>>(
      input: ListTaskEventsInput, options?: Options,
    ): Promise<Page<Projection<Event, Options, 'id' | 'type' | 'subject' | 'actor' | 'createdAt'>>>;
    /** Every item of `listForTask`, page after page. */
    listForTaskAll<const Options extends CallOptions<Event>>(
      input: ListTaskEventsInput, options?: Options,
    ): AsyncGenerator<Projection<Event, Options, 'id' | 'type' | 'subject' | 'actor' | 'createdAt'>, void>;
  };
  webhooks: {
    /**
     * List webhooks.
     * The oldest first: all of them, or a page with `limit` or `cursor`.
     * For team API keys with the access `manage`.
     */
    list<const Options extends CallOptions<Webhook>>(
      input?: ListWebhooksInput, options?: Options,
    ): Promise<Page<Projection<Webhook, Options, 'id' | 'enabled'>>>;
    /** Every item of `list`, page after page. */
    listAll<const Options extends CallOptions<Webhook>>(
      input?: ListWebhooksInput, options?: Options,
    ): AsyncGenerator<Projection<Webhook, Options, 'id' | 'enabled'>, void>;
    /**
     * Create a webhook.
     * Every event of its types that is committed from now on is sent to the URL, signed with the `secret` of
     * this response (Standard Webhooks), at least once. Only owners and admins can subscribe to events of
     * members and API keys, in the dashboard: `*` of a team API key covers the events that the key itself may
     * read.
     * For team API keys with the access `manage`.
     */
    create<const Options extends CallOptions<WebhookWithSecret>>(
      input: CreateWebhookInput, options?: Options,
    ): Promise<Projection<WebhookWithSecret, Options, 'id' | 'secret'>>;
    /**
     * Get a webhook.
     * For team API keys with the access `manage`.
     */
    get<const Options extends CallOptions<Webhook>>(
      input: GetWebhookInput, options?: Options,
    ): Promise<Projection<Webhook, Options, 'id' | 'enabled'>>;
    /**
     * Change, disable or enable a webhook.
     * While it is disabled nothing is sent and events create no deliveries; pending ones wait until it is
     * enabled again. `recover` sends the events that happened in between.
     * For team API keys with the access `manage`.
     */
    update<const Options extends CallOptions<Webhook>>(
      input: UpdateWebhookInput, options?: Options,
    ): Promise<Projection<Webhook, Options, 'id' | 'enabled'>>;
    /**
     * Delete a webhook.
     * Also deletes its deliveries, pending ones included.
     * For team API keys with the access `manage`.
     */
    delete(input: DeleteWebhookInput, options?: CallOptions): Promise<void>;
    /**
     * Rotate the secret of a webhook.
     * For 24 hours deliveries are signed with the old secret as well: two signatures.
     * For team API keys with the access `manage`.
     */
    rotateSecret<const Options extends CallOptions<WebhookWithSecret>>(
      input: RotateWebhookSecretInput, options?: Options,
    ): Promise<Projection<WebhookWithSecret, Options, 'id' | 'secret'>>;
    /**
     * Send a test.
     * Sends an event `webhook.tested`, even if the webhook does not subscribe to this type.
     * For team API keys with the access `manage`.
     * Errors: WEBHOOK_DISABLED.
     */
    test<const Options extends CallOptions<WebhookDelivery>>(
      input: TestWebhookInput, options?: Options,
    ): Promise<Projection<WebhookDelivery, Options, 'id' | 'eventType' | 'status'>>;
    /**
     * Send missed events since a given time.
     * Every event of the types that the webhook subscribes to now, including those that happened while it was
     * disabled. Delivered events are not sent again; pending ones are attempted at once.
     * For team API keys with the access `manage`.
     * Errors: WEBHOOK_DISABLED.
     */
    recover<const Options extends CallOptions<WebhookRecovery>>(
      input: RecoverDeliveriesInput, options?: Options,
    ): Promise<Projection<WebhookRecovery, Options, 'webhookId' | 'since'>>;
    /**
     * List deliveries.
     * The newest first, from the last 30 days.
     * For team API keys with the access `manage`.
     */
    deliveries<const Options extends CallOptions<WebhookDelivery>>(
      input: ListDeliveriesInput, options?: Options,
    ): Promise<Page<Projection<WebhookDelivery, Options, 'id' | 'eventType' | 'status'>>>;
    /** Every item of `deliveries`, page after page. */
    deliveriesAll<const Options extends CallOptions<WebhookDelivery>>(
      input: ListDeliveriesInput, options?: Options,
    ): AsyncGenerator<Projection<WebhookDelivery, Options, 'id' | 'eventType' | 'status'>, void>;
    /**
     * Get a delivery.
     * With its last request and the response to it.
     * For team API keys with the access `manage`.
     */
    delivery<const Options extends CallOptions<WebhookDeliveryDetails>>(
      input: GetDeliveryInput, options?: Options,
    ): Promise<Projection<WebhookDeliveryDetails, Options, 'id' | 'eventType' | 'status'>>;
    /**
     * Send a delivery again.
     * Works in any status: sends at once, with the same `webhook-id`, then on the retry schedule from its
     * beginning.
     * For team API keys with the access `manage`.
     * Errors: WEBHOOK_DISABLED.
     */
    redeliver<const Options extends CallOptions<WebhookDelivery>>(
      input: RedeliverEventInput, options?: Options,
    ): Promise<Projection<WebhookDelivery, Options, 'id' | 'eventType' | 'status'>>;
  };
}
