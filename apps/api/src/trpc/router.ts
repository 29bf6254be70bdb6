import { operations } from '@crewboard/contracts';
import type { AnyProcedure } from '@trpc/server';
import { changePassword } from '../features/accounts/change-password.ts';
import { eraseAccount } from '../features/accounts/erase-account.ts';
import { getAccount } from '../features/accounts/get-account.ts';
import { listSessions } from '../features/accounts/list-sessions.ts';
import { revokeOtherSessions, revokeSession, signOut } from '../features/accounts/revoke-sessions.ts';
import { signIn } from '../features/accounts/sign-in.ts';
import { updateAccount } from '../features/accounts/update-account.ts';
import { countCompletions } from '../features/agents/count-completions.ts';
import { createAgent } from '../features/agents/create-agent.ts';
import { getAgent } from '../features/agents/get-agent.ts';
import { listAgentFailures } from '../features/agents/list-agent-failures.ts';
import { listAgentOverviews } from '../features/agents/list-agent-overviews.ts';
import { listAgentSummaries } from '../features/agents/list-agent-summaries.ts';
import { listAgents } from '../features/agents/list-agents.ts';
import { pauseAgent, resumeAgent } from '../features/agents/pause-agent.ts';
import { rotateAgentToken } from '../features/agents/rotate-agent-token.ts';
import { updateAgent } from '../features/agents/update-agent.ts';
import { createApiKey } from '../features/api-keys/create-api-key.ts';
import { listApiKeys } from '../features/api-keys/list-api-keys.ts';
import { revokeApiKey } from '../features/api-keys/revoke-api-key.ts';
import { getAttention } from '../features/attention/get-attention.ts';
import { listAttentionTasks } from '../features/attention/list-attention-tasks.ts';
import { countColumns } from '../features/board/count-columns.ts';
import { listColumn } from '../features/board/list-column.ts';
import { createComment } from '../features/comments/create-comment.ts';
import { getComment } from '../features/comments/get-comment.ts';
import { listComments } from '../features/comments/list-comments.ts';
import { countActivity } from '../features/events/count-activity.ts';
import { followEvents } from '../features/events/follow-events.ts';
import { getLogEnd } from '../features/events/get-log-end.ts';
import { listAudit } from '../features/events/list-audit.ts';
import { listEvents } from '../features/events/list-events.ts';
import { listTaskEvents } from '../features/events/list-task-events.ts';
import { listTaskHistory } from '../features/events/list-task-history.ts';
import { acceptInvitation } from '../features/invitations/accept-invitation.ts';
import { createInvitation } from '../features/invitations/create-invitation.ts';
import { joinByInvitation } from '../features/invitations/join-by-invitation.ts';
import { listInvitations } from '../features/invitations/list-invitations.ts';
import { lookUpInvitation } from '../features/invitations/look-up-invitation.ts';
import { revokeInvitation } from '../features/invitations/revoke-invitation.ts';
import { listMemberNames, listMembers, pageMembers } from '../features/members/list-members.ts';
import { leaveTeam, removeMember } from '../features/members/remove-member.ts';
import { setMemberRole } from '../features/members/set-member-role.ts';
import { archiveProject, restoreProject } from '../features/projects/archive-project.ts';
import { createProject } from '../features/projects/create-project.ts';
import { deleteProject } from '../features/projects/delete-project.ts';
import { getProject } from '../features/projects/get-project.ts';
import { listProjectSummaries } from '../features/projects/list-project-summaries.ts';
import { listProjects, pageProjects } from '../features/projects/list-projects.ts';
import { pauseProject, resumeProject } from '../features/projects/pause-project.ts';
import { updateProject } from '../features/projects/update-project.ts';
import { getBackupHealth } from '../features/system/get-backup-health.ts';
import { archiveTask } from '../features/tasks/archive-task.ts';
import { claimNextTask } from '../features/tasks/claim-next-task.ts';
import { claimTask } from '../features/tasks/claim-task.ts';
import { completeTask } from '../features/tasks/complete-task.ts';
import { addIncludedParts } from '../features/tasks/context/add-included.ts';
import { createTask } from '../features/tasks/create/create-task.ts';
import { createTasks } from '../features/tasks/create/create-tasks.ts';
import { deleteTask } from '../features/tasks/delete-task.ts';
import { failTask } from '../features/tasks/fail-task.ts';
import { getTask } from '../features/tasks/get-task.ts';
import { heartbeatTask } from '../features/tasks/heartbeat-task.ts';
import { getHierarchy } from '../features/tasks/lists/get-hierarchy.ts';
import { listArchive } from '../features/tasks/lists/list-archive.ts';
import { listAttempts, pageAttempts } from '../features/tasks/lists/list-attempts.ts';
import { listDependencies } from '../features/tasks/lists/list-dependencies.ts';
import { listTasks } from '../features/tasks/lists/list-tasks.ts';
import { moveTask } from '../features/tasks/move-task.ts';
import { releaseTask } from '../features/tasks/release-task.ts';
import { releaseTasks } from '../features/tasks/release-tasks.ts';
import { restoreTask } from '../features/tasks/restore-task.ts';
import { updateTask } from '../features/tasks/update-task.ts';
import { waitForTasks } from '../features/tasks/wait/wait-for-tasks.ts';
import { createOwnTeam } from '../features/teams/create-own-team.ts';
import { deleteTeam } from '../features/teams/delete-team.ts';
import { getMe } from '../features/teams/get-me.ts';
import { getTeam } from '../features/teams/get-team.ts';
import { pauseTeam, resumeTeam } from '../features/teams/pause-team.ts';
import { restoreTeam } from '../features/teams/restore-team.ts';
import { createWebhook } from '../features/webhooks/create-webhook.ts';
import { deleteWebhook } from '../features/webhooks/delete-webhook.ts';
import { getWebhook } from '../features/webhooks/find-webhook.ts';
import { getDelivery } from '../features/webhooks/get-delivery.ts';
import { getDeliveryHold } from '../features/webhooks/get-delivery-hold.ts';
import { listDeliveries } from '../features/webhooks/list-deliveries.ts';
import { listWebhooks } from '../features/webhooks/list-webhooks.ts';
import { recoverDeliveries } from '../features/webhooks/recover-deliveries.ts';
import { redeliver } from '../features/webhooks/redeliver.ts';
import { rotateWebhookSecret } from '../features/webhooks/rotate-webhook-secret.ts';
import { testWebhook } from '../features/webhooks/test-webhook.ts';
import { updateWebhook } from '../features/webhooks/update-webhook.ts';
import { implement } from './implement.ts';
import { type Meta, type RunOperation, router } from './init.ts';

/** The verb of each operation. */
export const appRouter = router({
  tasks: implement(
    operations.tasks,
    {
      list: listTasks,
      create: createTask,
      createMany: createTasks,
      get: getTask,
      update: updateTask,
      claim: claimTask,
      claimNext: claimNextTask,
      complete: completeTask,
      heartbeat: heartbeatTask,
      fail: failTask,
      release: releaseTask,
      attempts: listAttempts,
      move: moveTask,
      archive: archiveTask,
      restore: restoreTask,
      delete: deleteTask,
      archived: listArchive,
      // The same verbs: their input also has the version that the person saw.
      updateIfUnchanged: updateTask,
      moveIfUnchanged: moveTask,
      attemptPage: pageAttempts,
      dependencies: listDependencies,
      hierarchy: getHierarchy,
      releaseAll: releaseTasks,
    },
    {
      addIncluded: { get: addIncludedParts, claim: addIncludedParts, claimNext: addIncludedParts },
      waitFirst: { list: waitForTasks },
    },
  ),
  agents: implement(operations.agents, {
    list: listAgents,
    create: createAgent,
    get: getAgent,
    update: updateAgent,
    rotateToken: rotateAgentToken,
    pause: pauseAgent,
    resume: resumeAgent,
    completions: countCompletions,
    failures: listAgentFailures,
    overviews: listAgentOverviews,
    summaries: listAgentSummaries,
  }),
  projects: implement(operations.projects, {
    list: listProjects,
    create: createProject,
    get: getProject,
    update: updateProject,
    pause: pauseProject,
    resume: resumeProject,
    archive: archiveProject,
    restore: restoreProject,
    delete: deleteProject,
    page: pageProjects,
    summaries: listProjectSummaries,
  }),
  teams: implement(operations.teams, {
    me: getMe,
    get: getTeam,
    pause: pauseTeam,
    resume: resumeTeam,
    delete: deleteTeam,
    restore: restoreTeam,
    create: createOwnTeam,
  }),
  accounts: implement(operations.accounts, {
    signIn,
    signOut,
    me: getAccount,
    update: updateAccount,
    changePassword,
    erase: eraseAccount,
    sessions: listSessions,
    revokeSession,
    revokeOtherSessions,
  }),
  members: implement(operations.members, {
    list: listMembers,
    names: listMemberNames,
    page: pageMembers,
    setRole: setMemberRole,
    remove: removeMember,
    leave: leaveTeam,
  }),
  invitations: implement(operations.invitations, {
    list: listInvitations,
    create: createInvitation,
    revoke: revokeInvitation,
    lookUp: lookUpInvitation,
    accept: acceptInvitation,
    join: joinByInvitation,
  }),
  apiKeys: implement(operations.apiKeys, { list: listApiKeys, create: createApiKey, revoke: revokeApiKey }),
  board: implement(operations.board, { column: listColumn, counts: countColumns }),
  attention: implement(operations.attention, { get: getAttention, tasks: listAttentionTasks }),
  comments: implement(operations.comments, { list: listComments, create: createComment, get: getComment }),
  events: implement(operations.events, {
    list: listEvents,
    listForTask: listTaskEvents,
    follow: followEvents,
    end: getLogEnd,
    history: listTaskHistory,
    activity: countActivity,
    audit: listAudit,
  }),
  webhooks: implement(operations.webhooks, {
    list: listWebhooks,
    create: createWebhook,
    get: getWebhook,
    update: updateWebhook,
    delete: deleteWebhook,
    rotateSecret: rotateWebhookSecret,
    test: testWebhook,
    recover: recoverDeliveries,
    deliveries: listDeliveries,
    delivery: getDelivery,
    hold: getDeliveryHold,
    redeliver,
  }),
  system: implement(operations.system, {
    status: ({ ctx }) => ctx.readiness.forWrites(),
    backups: getBackupHealth,
  }),
});

export type AppRouter = typeof appRouter;

const procedureById = appRouter._def.procedures as unknown as Record<string, AnyProcedure>;

/** The procedure of the operation with this id. */
export function procedureOf(id: string): AnyProcedure {
  const procedure = procedureById[id];
  if (!procedure) throw new Error(`The router has no procedure ${id}`);
  return procedure;
}

/**
 * The function that runs the operation with this id without tRPC. `implement` stores it in the metadata of the
 * procedure.
 */
export function getOperationRunner(id: string): RunOperation {
  const { run } = procedureOf(id)._def.meta as Meta;
  if (!run) throw new Error(`The procedure ${id} has no operation`);
  return run;
}
