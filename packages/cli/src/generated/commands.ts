// Made from the operations in packages/contracts by `pnpm clients`. Do not edit.

import type { CommandSpec } from '../command-spec.ts';

export const version = "0.5.0";

/** The length of the result of a task, in characters. */
export const maxResultLength = 100000;

/** The length of the reason of a failure, in characters. */
export const maxReasonLength = 2000;

export const minLeaseSeconds = 30;

export const maxLeaseSeconds = 86400;

/** Columns of tables that only some resources have. */
export const fieldColumns: readonly string[] = [
  "priority",
  "assignedAgentId",
  "assignedMemberId",
  "taskCount"
];

export const commands: readonly CommandSpec[] = [
  {
    "id": "tasks.list",
    "summary": "List tasks",
    "description": "Newest first. A task that exists throughout is listed exactly once, even if it changes meanwhile. With --ids and --wait the command ends when these tasks have ended, or after that time.",
    "fields": [
      {
        "name": "teamId",
        "kind": "text",
        "description": "Default: the team of the token."
      },
      {
        "name": "ids",
        "kind": "list",
        "description": "The tasks with these ids, in their order, archived or not; without other filters, and whatever --limit says."
      },
      {
        "name": "waitFor",
        "kind": "text",
        "description": "With --ids and --wait: until all (the default) or any of them have ended. A task has ended when it is done, cancelled or archived, or when a person has to act for another reason than a pause; for all, also while a person has to act on a task that it waits for. To wait for the rest, name the ids that have not ended.",
        "choices": [
          "all",
          "any"
        ]
      },
      {
        "name": "wait",
        "kind": "number",
        "description": "With --ids: how many seconds to wait at most. After that time, the response has the tasks as they are then. (0 to 30, 0 by default)"
      },
      {
        "name": "status",
        "kind": "text",
        "choices": [
          "todo",
          "in_progress",
          "done",
          "cancelled"
        ]
      },
      {
        "name": "projectId",
        "kind": "text",
        "description": "Tasks of this project only (default: the default project; all: every project).",
        "hasDefaultProject": true
      },
      {
        "name": "agentId",
        "kind": "text",
        "description": "Tasks assigned to this agent only."
      },
      {
        "name": "memberId",
        "kind": "text",
        "description": "Tasks assigned to this person only."
      },
      {
        "name": "blockedBy",
        "kind": "text",
        "description": "Tasks that wait for this task only."
      },
      {
        "name": "claimable",
        "kind": "boolean",
        "description": "True: only tasks that the calling agent could claim now; for a team API key, tasks that any agent that can work could claim. Includes tasks that the agent itself has released, which claim-next leaves to other agents for 10 minutes. A page may have fewer tasks than --limit, or none, and still a next page."
      },
      {
        "name": "parentId",
        "kind": "text",
        "description": "The sub-tasks of this task only."
      },
      {
        "name": "externalId",
        "kind": "text",
        "description": "The task with this --external-id only."
      },
      {
        "name": "nextActor",
        "kind": "text",
        "description": "Open tasks on which a person has to act next, those that are assigned to people included. A page may be short, even empty, and have a next one.",
        "choices": [
          "person"
        ]
      },
      {
        "name": "include",
        "kind": "text",
        "description": "`next`: who acts next on each task, and why.",
        "choices": [
          "next"
        ]
      },
      {
        "name": "archived",
        "kind": "boolean",
        "description": "True: only archived items. False: only items that are not archived."
      },
      {
        "name": "limit",
        "kind": "number",
        "description": "(1 to 100, 50 by default)"
      },
      {
        "name": "cursor",
        "kind": "text",
        "description": "Begin after a page: its last line on standard error has this."
      }
    ],
    "isPaged": true,
    "examples": [
      "--status todo",
      "--project-id PROJECT_ID --all --fields id,title",
      "--ids TASK_ID,OTHER_ID --wait-for all --wait 30 --fields id,status,result"
    ]
  },
  {
    "id": "tasks.create",
    "summary": "Create a task",
    "description": "The task starts in `todo`, also when it is assigned at once.",
    "fields": [
      {
        "name": "teamId",
        "kind": "text",
        "description": "Default: the team of the token."
      },
      {
        "name": "title",
        "kind": "text",
        "isRequired": true,
        "description": "One line: a tab or line break becomes a space, and other control characters are invalid."
      },
      {
        "name": "description",
        "kind": "text",
        "maxLength": 100000
      },
      {
        "name": "priority",
        "kind": "text",
        "description": "`normal` when absent.",
        "choices": [
          "low",
          "normal",
          "high"
        ]
      },
      {
        "name": "assignedAgentId",
        "kind": "text",
        "description": "An active agent of the team."
      },
      {
        "name": "assignedMemberId",
        "kind": "text",
        "description": "A member of the team, in place of an agent."
      },
      {
        "name": "projectId",
        "kind": "text",
        "isRequired": true,
        "description": "The default project when absent.",
        "hasDefaultProject": true
      },
      {
        "name": "dueDate",
        "kind": "text",
        "description": "A day such as 2027-01-31. (2027-01-31)"
      },
      {
        "name": "notBefore",
        "kind": "text",
        "description": "A time such as 2027-01-31T09:30:00Z, up to a year ahead, before which no agent can start the task. A time that has passed counts as absent. (ISO 8601, UTC: 2026-11-21T09:30:00Z)"
      },
      {
        "name": "links",
        "kind": "objects",
        "description": "A JSON array of objects with url (required), title."
      },
      {
        "name": "blockedBy",
        "kind": "list",
        "description": "Up to 50 ids of tasks of the team."
      },
      {
        "name": "parentId",
        "kind": "text",
        "description": "A task of the team. Tasks nest 5 levels deep."
      },
      {
        "name": "externalId",
        "kind": "text",
        "description": "Your own name of the task, unique in the team, archived tasks included."
      }
    ],
    "examples": [
      "--title \"Say hello\" --project-id PROJECT_ID",
      "--title \"Say hello\" --project-id PROJECT_ID --description @task.md --priority high"
    ]
  },
  {
    "id": "tasks.createMany",
    "summary": "Create a plan of tasks",
    "description": "Creates all tasks, or none, and returns them in their order. A task may have a `ref`: others name it \"ref:build\" among the tasks that they wait for, or as their parent. Counts as one request for each 10 tasks; a team creates one plan at a time.",
    "fields": [
      {
        "name": "teamId",
        "kind": "text",
        "description": "Default: the team of the token."
      },
      {
        "name": "tasks",
        "kind": "objects",
        "isRequired": true,
        "description": "A JSON array of objects with ref, title (required), description, priority, assignedAgentId, assignedMemberId, projectId (required), dueDate, notBefore, links, blockedBy, parentId, externalId."
      }
    ],
    "examples": [
      "--tasks @plan.json --fields id,title"
    ]
  },
  {
    "id": "tasks.get",
    "summary": "Get a task",
    "fields": [
      {
        "name": "taskId",
        "kind": "text",
        "isArgument": true,
        "isRequired": true
      },
      {
        "name": "include",
        "kind": "text",
        "description": "Additional parts of the response, separated by commas. `instructions`: what the project says to every agent; read them before the task. `context`: how the last attempt ended, and the newest comments. `blockers`: the tasks that it has waited for, with their results. `children`: how many sub-tasks it has. `next`: who acts next, and why."
      }
    ],
    "extendsLease": true
  },
  {
    "id": "tasks.update",
    "summary": "Update a task",
    "description": "Writes the given fields; an agent may write title, description, priority, dueDate and links, of tasks that it created or that no other agent holds or is assigned to, and notBefore, blockedBy, parentId and externalId of what it created and nobody holds. Changing the assignee of a held task hands the claim over; setting it to null releases the task, back to `todo`.",
    "fields": [
      {
        "name": "taskId",
        "kind": "text",
        "isArgument": true,
        "isRequired": true
      },
      {
        "name": "title",
        "kind": "text",
        "description": "One line: a tab or line break becomes a space, and other control characters are invalid."
      },
      {
        "name": "description",
        "kind": "text",
        "maxLength": 100000
      },
      {
        "name": "priority",
        "kind": "text",
        "choices": [
          "low",
          "normal",
          "high"
        ]
      },
      {
        "name": "assignedAgentId",
        "kind": "text",
        "description": "An active agent of the team. Null unassigns the task: a held one is released and becomes `todo`."
      },
      {
        "name": "assignedMemberId",
        "kind": "text",
        "description": "A member of the team, in place of the assigned agent, whose claim ends. Null unassigns the person."
      },
      {
        "name": "projectId",
        "kind": "text",
        "description": "A project of the team."
      },
      {
        "name": "dueDate",
        "kind": "text",
        "description": "A day such as 2027-01-31; null removes it. (2027-01-31)"
      },
      {
        "name": "notBefore",
        "kind": "text",
        "description": "As on creation; null lets agents start the task at once. (ISO 8601, UTC: 2026-11-21T09:30:00Z)"
      },
      {
        "name": "links",
        "kind": "objects",
        "description": "In place of all links that the task has. A JSON array of objects with url (required), title."
      },
      {
        "name": "blockedBy",
        "kind": "list",
        "description": "In place of all that the task has waited for."
      },
      {
        "name": "parentId",
        "kind": "text",
        "description": "A task of the team that is no sub-task of this one. Tasks nest 5 levels deep. Null: a task of its own."
      },
      {
        "name": "externalId",
        "kind": "text",
        "description": "Unique in the team, archived tasks included; null removes it."
      }
    ],
    "isConditional": true,
    "extendsLease": true,
    "examples": [
      "TASK_ID --title \"Say goodbye\" --priority low",
      "TASK_ID --assigned-agent-id AGENT_ID",
      "TASK_ID --json-input '{\"assignedAgentId\":null}'"
    ]
  },
  {
    "id": "tasks.claim",
    "summary": "Claim a task",
    "description": "If several agents claim the task at once, exactly one succeeds; the others get a conflict and take another task. The claim ends after its lease. Each command of yours that names the task extends it.",
    "fields": [
      {
        "name": "taskId",
        "kind": "text",
        "isArgument": true,
        "isRequired": true
      },
      {
        "name": "include",
        "kind": "text",
        "description": "Additional parts of the response, separated by commas. `instructions`: what the project says to every agent; read them before the task. `context`: how the last attempt ended, and the newest comments. `blockers`: the tasks that it has waited for, with their results. `children`: how many sub-tasks it has. `next`: who acts next, and why."
      },
      {
        "name": "leaseSeconds",
        "kind": "number",
        "description": "The claim ends after so many seconds without a heartbeat, and the task returns to `todo`: 7200, 2 hours, when absent. With none, it holds until complete, release or move. (30 to 86400)",
        "defaultValue": 7200
      }
    ],
    "isConditional": true,
    "examples": [
      "TASK_ID",
      "TASK_ID --lease-seconds 300"
    ]
  },
  {
    "id": "tasks.claimNext",
    "summary": "Claim the next task",
    "description": "Claims the first task that the calling agent can claim: by priority, then tasks assigned to it, then the oldest. When there is none after --wait seconds, says so on standard error, with exit code 7. The claim ends after its lease; each command of yours that names the task extends it. With --complete, it finishes a task first; the completion stands even when there is no next task.",
    "fields": [
      {
        "name": "teamId",
        "kind": "text",
        "description": "Default: the team of the token."
      },
      {
        "name": "projectId",
        "kind": "text",
        "description": "Tasks of this project only (default: the default project; all: every project).",
        "hasDefaultProject": true
      },
      {
        "name": "priority",
        "kind": "text",
        "description": "Tasks of this priority only.",
        "choices": [
          "low",
          "normal",
          "high"
        ]
      },
      {
        "name": "leaseSeconds",
        "kind": "number",
        "description": "The claim ends after so many seconds without a heartbeat, and the task returns to `todo`: 7200, 2 hours, when absent. With none, it holds until complete, release or move. (30 to 86400)",
        "defaultValue": 7200
      },
      {
        "name": "wait",
        "kind": "number",
        "description": "How many seconds to wait for a task when there is none. (0 to 30, 0 by default)"
      },
      {
        "name": "complete",
        "kind": "json",
        "description": "Completes this task first. If that is rejected, nothing is claimed. A JSON object with taskId (required), result, attempt."
      },
      {
        "name": "include",
        "kind": "text",
        "description": "Additional parts of the response, separated by commas. `instructions`: what the project says to every agent; read them before the task. `context`: how the last attempt ended, and the newest comments. `blockers`: the tasks that it has waited for, with their results. `children`: how many sub-tasks it has. `next`: who acts next, and why."
      }
    ],
    "examples": [
      "--wait 30 --json",
      "--lease-seconds 300",
      "--complete '{\"taskId\":\"TASK_ID\",\"attempt\":1,\"result\":\"Hello!\"}'"
    ]
  },
  {
    "id": "tasks.heartbeat",
    "summary": "Extend the lease of a claim",
    "description": "The lease then ends as long from now as the claim said. For the holder; a claim without a lease stays as it is.",
    "fields": [
      {
        "name": "taskId",
        "kind": "text",
        "isArgument": true,
        "isRequired": true
      },
      {
        "name": "attempt",
        "kind": "number",
        "description": "That of your claim. If the claim is over, nothing changes, and the exit code is 4 (STALE_CLAIM)."
      }
    ],
    "examples": [
      "TASK_ID --attempt 1"
    ]
  },
  {
    "id": "tasks.fail",
    "summary": "Fail an attempt",
    "description": "For the holder that cannot do the task. It goes back to `todo`, unassigned, and is offered again after some time; with as many failures in a row as the project allows, a person or a team API key must release it first.",
    "fields": [
      {
        "name": "taskId",
        "kind": "text",
        "isArgument": true,
        "isRequired": true
      },
      {
        "name": "reason",
        "kind": "text",
        "isRequired": true,
        "description": "Why it cannot be done: for people, and for the agent that gets the task next.",
        "maxLength": 2000
      },
      {
        "name": "retryAfterSeconds",
        "kind": "number",
        "description": "After how many seconds the task is offered again. When absent 30, doubled with each failure in a row, at most 3600. (0 to 86400)"
      },
      {
        "name": "attempt",
        "kind": "number",
        "description": "That of your claim. If the claim is over, nothing changes, and the exit code is 4 (STALE_CLAIM)."
      }
    ],
    "isConditional": true,
    "examples": [
      "TASK_ID --reason \"The repository is missing\"",
      "TASK_ID --reason \"Busy\" --retry-after-seconds 600"
    ]
  },
  {
    "id": "tasks.release",
    "summary": "Release a task",
    "description": "Gives the task back to `todo`, unassigned. An agent releases what it holds, and does not get it from claim-next for 10 minutes; a team API key releases any task, which then no longer needs attention.",
    "fields": [
      {
        "name": "taskId",
        "kind": "text",
        "isArgument": true,
        "isRequired": true
      },
      {
        "name": "reason",
        "kind": "text",
        "description": "For the history of the task, which people read.",
        "maxLength": 2000
      },
      {
        "name": "attempt",
        "kind": "number",
        "description": "That of your claim. If the claim is over, nothing changes, and the exit code is 4 (STALE_CLAIM)."
      }
    ],
    "isConditional": true,
    "examples": [
      "TASK_ID --reason \"The repository is missing\""
    ]
  },
  {
    "id": "tasks.attempts",
    "summary": "List the attempts of a task",
    "description": "The claims of the task, the newest first: who claimed it, when, and how the claim ended.",
    "fields": [
      {
        "name": "taskId",
        "kind": "text",
        "isArgument": true,
        "isRequired": true
      },
      {
        "name": "limit",
        "kind": "number",
        "description": "(1 to 100, 50 by default)"
      },
      {
        "name": "cursor",
        "kind": "text",
        "description": "Begin after a page: its last line on standard error has this."
      }
    ],
    "isPaged": true,
    "extendsLease": true
  },
  {
    "id": "tasks.complete",
    "summary": "Complete a task",
    "description": "Sets the status to `done` and stores the result. For the holder, or for an agent that could have claimed the task. The same completion again succeeds and changes nothing.",
    "fields": [
      {
        "name": "taskId",
        "kind": "text",
        "isArgument": true,
        "isRequired": true
      },
      {
        "name": "result",
        "kind": "text",
        "description": "Stored on the task; null when absent.",
        "maxLength": 100000
      },
      {
        "name": "attempt",
        "kind": "number",
        "description": "That of your claim. If the claim is over, nothing changes, and the exit code is 4 (STALE_CLAIM)."
      }
    ],
    "isConditional": true,
    "examples": [
      "TASK_ID --result \"Hello!\"",
      "TASK_ID --attempt 1 --result @report.md",
      "TASK_ID --result - < report.md"
    ]
  },
  {
    "id": "tasks.move",
    "summary": "Move a task to another status",
    "description": "Moves between any two statuses. Back to `todo` clears the claim, and the assignment to an agent. An agent may not move a task that another agent holds or is assigned to; a task that it created and that nobody holds it may still move to any status but `in_progress`. For a task that it holds under a lease, it sends its --attempt or `If-Match`.",
    "fields": [
      {
        "name": "taskId",
        "kind": "text",
        "isArgument": true,
        "isRequired": true
      },
      {
        "name": "status",
        "kind": "text",
        "isRequired": true,
        "choices": [
          "todo",
          "in_progress",
          "done",
          "cancelled"
        ]
      },
      {
        "name": "attempt",
        "kind": "number",
        "description": "That of your claim. If the claim is over, nothing changes, and the exit code is 4 (STALE_CLAIM)."
      }
    ],
    "isConditional": true,
    "examples": [
      "TASK_ID --status done"
    ]
  },
  {
    "id": "tasks.archive",
    "summary": "Archive a task",
    "description": "Archives the task: it is on no board, in no queue and in lists with `archived=true` alone, and cannot be changed until it is restored. A task in progress is not archived.",
    "fields": [
      {
        "name": "taskId",
        "kind": "text",
        "isArgument": true,
        "isRequired": true
      }
    ],
    "isConditional": true
  },
  {
    "id": "tasks.restore",
    "summary": "Restore a task",
    "description": "The task is as it was before it was archived; if its person has left the team, it is unassigned. Restoring a task that is not archived changes nothing.",
    "fields": [
      {
        "name": "taskId",
        "kind": "text",
        "isArgument": true,
        "isRequired": true
      }
    ],
    "isConditional": true
  },
  {
    "id": "agents.list",
    "summary": "List agents",
    "description": "Includes inactive ones, the oldest first: all of them, or a page with --limit or --cursor.",
    "fields": [
      {
        "name": "teamId",
        "kind": "text",
        "description": "Default: the team of the token."
      },
      {
        "name": "limit",
        "kind": "number",
        "description": "Without --limit and --cursor, the response has all items. (1 to 100)"
      },
      {
        "name": "cursor",
        "kind": "text",
        "description": "Begin after a page: its last line on standard error has this."
      }
    ],
    "isPaged": true
  },
  {
    "id": "agents.create",
    "summary": "Create an agent",
    "description": "Prints the agent and its `token`, which is never shown again.",
    "fields": [
      {
        "name": "teamId",
        "kind": "text",
        "description": "Default: the team of the token."
      },
      {
        "name": "name",
        "kind": "text",
        "isRequired": true,
        "description": "One line: a tab or line break becomes a space, and other control characters are invalid."
      },
      {
        "name": "description",
        "kind": "text",
        "maxLength": 2000
      },
      {
        "name": "expiresAt",
        "kind": "text",
        "description": "When the new token expires; null or absent for never. (ISO 8601, UTC: 2026-11-21T09:30:00Z)"
      }
    ],
    "examples": [
      "--name Ada",
      "--name Ada --description \"Writes tests\" --json"
    ]
  },
  {
    "id": "agents.get",
    "summary": "Get an agent",
    "fields": [
      {
        "name": "agentId",
        "kind": "text",
        "isArgument": true,
        "isRequired": true
      }
    ]
  },
  {
    "id": "agents.update",
    "summary": "Rename, deactivate or reactivate an agent",
    "description": "Deactivation invalidates the token at once and leaves the tasks of the agent as they are. Reactivation does not restore the token: rotate it.",
    "fields": [
      {
        "name": "agentId",
        "kind": "text",
        "isArgument": true,
        "isRequired": true
      },
      {
        "name": "name",
        "kind": "text",
        "description": "One line: a tab or line break becomes a space, and other control characters are invalid."
      },
      {
        "name": "description",
        "kind": "text",
        "maxLength": 2000
      },
      {
        "name": "status",
        "kind": "text",
        "description": "`inactive` invalidates the token at once. `active` does not restore it: rotate it to get a new one.",
        "choices": [
          "active",
          "inactive"
        ]
      }
    ],
    "examples": [
      "AGENT_ID --name Ada",
      "AGENT_ID --status inactive"
    ]
  },
  {
    "id": "agents.rotateToken",
    "summary": "Rotate an agent's token",
    "description": "The old token ends at once, unless --grace-seconds lets both be valid for a while. Prints the agent and its new `token`, which is never shown again.",
    "fields": [
      {
        "name": "agentId",
        "kind": "text",
        "isArgument": true,
        "isRequired": true
      },
      {
        "name": "graceSeconds",
        "kind": "number",
        "description": "For how long the old token is valid beside the new one, 0 by default; no longer than until it expires. An even older one ends at once. (0 to 86400)"
      },
      {
        "name": "expiresAt",
        "kind": "text",
        "description": "When the new token expires; null or absent for never. (ISO 8601, UTC: 2026-11-21T09:30:00Z)"
      }
    ],
    "examples": [
      "AGENT_ID --grace-seconds 3600"
    ]
  },
  {
    "id": "agents.pause",
    "summary": "Pause an agent",
    "description": "The agent starts no further task; an inactive one can be paused as well. Every request to start one that begins after this response is rejected with `PAUSED`. Pausing it again changes the reason and the mode.",
    "fields": [
      {
        "name": "agentId",
        "kind": "text",
        "isArgument": true,
        "isRequired": true
      },
      {
        "name": "reason",
        "kind": "text",
        "isRequired": true,
        "description": "For people, and for the agents whose claims are rejected.",
        "maxLength": 500
      },
      {
        "name": "mode",
        "kind": "text",
        "description": "`finish` when absent: running claims end as they would have. `release`: those that are left after --grace-seconds are released, unless it is resumed before.",
        "choices": [
          "finish",
          "release"
        ]
      },
      {
        "name": "graceSeconds",
        "kind": "number",
        "description": "With the mode `release`, 30 when absent. A pause that releases already keeps its grace. (0 to 600)"
      }
    ]
  },
  {
    "id": "agents.resume",
    "summary": "Resume an agent",
    "description": "Nothing changes if the agent is not paused.",
    "fields": [
      {
        "name": "agentId",
        "kind": "text",
        "isArgument": true,
        "isRequired": true
      }
    ]
  },
  {
    "id": "projects.list",
    "summary": "List projects",
    "description": "The oldest first: all of them, or a page with --limit or --cursor.",
    "fields": [
      {
        "name": "teamId",
        "kind": "text",
        "description": "Default: the team of the token."
      },
      {
        "name": "archived",
        "kind": "boolean",
        "description": "True: only archived items. False: only items that are not archived."
      },
      {
        "name": "limit",
        "kind": "number",
        "description": "Without --limit and --cursor, the response has all items. (1 to 100)"
      },
      {
        "name": "cursor",
        "kind": "text",
        "description": "Begin after a page: its last line on standard error has this."
      }
    ],
    "isPaged": true
  },
  {
    "id": "projects.create",
    "summary": "Create a project",
    "fields": [
      {
        "name": "teamId",
        "kind": "text",
        "description": "Default: the team of the token."
      },
      {
        "name": "name",
        "kind": "text",
        "isRequired": true,
        "description": "One line: a tab or line break becomes a space, and other control characters are invalid."
      },
      {
        "name": "description",
        "kind": "text",
        "maxLength": 2000
      },
      {
        "name": "instructions",
        "kind": "text",
        "maxLength": 20000
      },
      {
        "name": "maxAttempts",
        "kind": "number",
        "description": "5 when absent; null: a task is handed out again however often its attempts end like that. (1 to 1000)"
      },
      {
        "name": "archiveAfterDays",
        "kind": "number",
        "description": "1 to 3,650; never when absent. (1 to 3650)"
      },
      {
        "name": "staleAfterSeconds",
        "kind": "number",
        "description": "60 to 31,536,000; 86400 (a day) when absent. (60 to 31536000)"
      },
      {
        "name": "queueStaleAfterSeconds",
        "kind": "number",
        "description": "60 to 31,536,000; 604800 (7 days) when absent. (60 to 31536000)"
      }
    ],
    "examples": [
      "--name Website",
      "--name Website --max-attempts 3"
    ]
  },
  {
    "id": "projects.get",
    "summary": "Get a project",
    "fields": [
      {
        "name": "projectId",
        "kind": "text",
        "isArgument": true,
        "isRequired": true
      }
    ]
  },
  {
    "id": "projects.update",
    "summary": "Change a project",
    "description": "Writes the given fields. Agents read the instructions before the tasks of the project.",
    "fields": [
      {
        "name": "projectId",
        "kind": "text",
        "isArgument": true,
        "isRequired": true
      },
      {
        "name": "name",
        "kind": "text",
        "description": "One line: a tab or line break becomes a space, and other control characters are invalid."
      },
      {
        "name": "description",
        "kind": "text",
        "maxLength": 2000
      },
      {
        "name": "instructions",
        "kind": "text",
        "maxLength": 20000
      },
      {
        "name": "maxAttempts",
        "kind": "number",
        "description": "Null: a task is handed out again however often its attempts end like that. (1 to 1000)"
      },
      {
        "name": "archiveAfterDays",
        "kind": "number",
        "description": "Null: never. (1 to 3650)"
      },
      {
        "name": "staleAfterSeconds",
        "kind": "number",
        "description": "(60 to 31536000)"
      },
      {
        "name": "queueStaleAfterSeconds",
        "kind": "number",
        "description": "(60 to 31536000)"
      }
    ],
    "examples": [
      "PROJECT_ID --name Website --description \"The public pages\""
    ]
  },
  {
    "id": "projects.pause",
    "summary": "Pause a project",
    "description": "No agent starts a task of the project; claim-next of the team passes over it. Every request to start one that begins after this response is rejected with `PAUSED`. Pausing it again changes the reason and the mode.",
    "fields": [
      {
        "name": "projectId",
        "kind": "text",
        "isArgument": true,
        "isRequired": true
      },
      {
        "name": "reason",
        "kind": "text",
        "isRequired": true,
        "description": "For people, and for the agents whose claims are rejected.",
        "maxLength": 500
      },
      {
        "name": "mode",
        "kind": "text",
        "description": "`finish` when absent: running claims end as they would have. `release`: those that are left after --grace-seconds are released, unless it is resumed before.",
        "choices": [
          "finish",
          "release"
        ]
      },
      {
        "name": "graceSeconds",
        "kind": "number",
        "description": "With the mode `release`, 30 when absent. A pause that releases already keeps its grace. (0 to 600)"
      }
    ]
  },
  {
    "id": "projects.resume",
    "summary": "Resume a project",
    "description": "Nothing changes if the project is not paused.",
    "fields": [
      {
        "name": "projectId",
        "kind": "text",
        "isArgument": true,
        "isRequired": true
      }
    ]
  },
  {
    "id": "projects.archive",
    "summary": "Archive a project",
    "description": "No agent can start a task of it from the response on, and no task can be created in it or moved to it. Its tasks are archived soon after, those in progress once they leave `in_progress`.",
    "fields": [
      {
        "name": "projectId",
        "kind": "text",
        "isArgument": true,
        "isRequired": true
      }
    ]
  },
  {
    "id": "projects.restore",
    "summary": "Restore a project",
    "description": "Also restores the tasks that were archived with it. Nothing changes if the project is not archived.",
    "fields": [
      {
        "name": "projectId",
        "kind": "text",
        "isArgument": true,
        "isRequired": true
      }
    ]
  },
  {
    "id": "teams.me",
    "summary": "Get the caller",
    "description": "The kind, the team, and the agent or key behind the token.",
    "fields": []
  },
  {
    "id": "teams.get",
    "summary": "Get the team",
    "fields": [
      {
        "name": "teamId",
        "kind": "text",
        "description": "Default: the team of the token."
      }
    ]
  },
  {
    "id": "teams.pause",
    "summary": "Pause the team",
    "description": "No agent of the team starts a task. Every request to start one that begins after this response is rejected with `PAUSED`. Pausing it again changes the reason and the mode.",
    "fields": [
      {
        "name": "teamId",
        "kind": "text",
        "description": "Default: the team of the token."
      },
      {
        "name": "reason",
        "kind": "text",
        "isRequired": true,
        "description": "For people, and for the agents whose claims are rejected.",
        "maxLength": 500
      },
      {
        "name": "mode",
        "kind": "text",
        "description": "`finish` when absent: running claims end as they would have. `release`: those that are left after --grace-seconds are released, unless it is resumed before.",
        "choices": [
          "finish",
          "release"
        ]
      },
      {
        "name": "graceSeconds",
        "kind": "number",
        "description": "With the mode `release`, 30 when absent. A pause that releases already keeps its grace. (0 to 600)"
      }
    ]
  },
  {
    "id": "teams.resume",
    "summary": "Resume the team",
    "description": "Agents and projects that are paused themselves stay so.",
    "fields": [
      {
        "name": "teamId",
        "kind": "text",
        "description": "Default: the team of the token."
      }
    ]
  },
  {
    "id": "members.list",
    "summary": "List members",
    "description": "The people of the team, by name. A task is assigned to one of them by the `id`.",
    "fields": [
      {
        "name": "teamId",
        "kind": "text",
        "description": "Default: the team of the token."
      },
      {
        "name": "limit",
        "kind": "number",
        "description": "(1 to 100, 50 by default)"
      },
      {
        "name": "cursor",
        "kind": "text",
        "description": "Begin after a page: its last line on standard error has this."
      }
    ],
    "isPaged": true
  },
  {
    "id": "attention.get",
    "summary": "Get what waits for a person",
    "description": "The reasons are those of `next` (`include=next` on tasks). A task that no agent moves by its `deadline` is here as `stale`; tasks that are assigned to people are not here.",
    "fields": [
      {
        "name": "teamId",
        "kind": "text",
        "description": "Default: the team of the token."
      }
    ]
  },
  {
    "id": "comments.list",
    "summary": "List the comments on a task",
    "description": "The oldest first.",
    "fields": [
      {
        "name": "taskId",
        "kind": "text",
        "isArgument": true,
        "isRequired": true
      },
      {
        "name": "limit",
        "kind": "number",
        "description": "(1 to 100, 50 by default)"
      },
      {
        "name": "cursor",
        "kind": "text",
        "description": "Begin after a page: its last line on standard error has this."
      }
    ],
    "isPaged": true,
    "extendsLease": true
  },
  {
    "id": "comments.create",
    "summary": "Comment on a task",
    "description": "For questions, progress and reasons: people who have the task open see it at once.",
    "fields": [
      {
        "name": "taskId",
        "kind": "text",
        "isArgument": true,
        "isRequired": true
      },
      {
        "name": "body",
        "kind": "text",
        "isRequired": true,
        "description": "Markdown.",
        "maxLength": 10000
      }
    ],
    "extendsLease": true,
    "examples": [
      "TASK_ID --body \"Half of it is done.\"",
      "TASK_ID --body - < comment.md"
    ]
  },
  {
    "id": "comments.get",
    "summary": "Get a comment",
    "fields": [
      {
        "name": "commentId",
        "kind": "text",
        "isArgument": true,
        "isRequired": true
      }
    ]
  },
  {
    "id": "events.list",
    "summary": "List or stream events",
    "description": "Every change of the team, the oldest first. Agents read events of tasks and agents, team API keys those of projects and webhooks as well. `crewboard watch` follows them.",
    "fields": [
      {
        "name": "teamId",
        "kind": "text",
        "description": "Default: the team of the token."
      },
      {
        "name": "type",
        "kind": "text",
        "description": "Events of this type only, such as task.completed."
      },
      {
        "name": "taskId",
        "kind": "text",
        "description": "Events of this task only."
      },
      {
        "name": "order",
        "kind": "text",
        "description": "`asc`: the oldest first, `desc`: the newest first.",
        "choices": [
          "asc",
          "desc"
        ]
      },
      {
        "name": "limit",
        "kind": "number",
        "description": "(1 to 100, 50 by default)"
      },
      {
        "name": "cursor",
        "kind": "text",
        "description": "Begin after a page: its last line on standard error has this."
      }
    ],
    "isPaged": true,
    "examples": [
      "--type task.completed --limit 10",
      "--task-id TASK_ID --all"
    ]
  },
  {
    "id": "events.listForTask",
    "summary": "List the events of a task",
    "description": "Its history: who did what and when, comments included. The oldest event first, or with `order=desc` the newest.",
    "fields": [
      {
        "name": "taskId",
        "kind": "text",
        "isArgument": true,
        "isRequired": true
      },
      {
        "name": "order",
        "kind": "text",
        "description": "`asc`: the oldest first, `desc`: the newest first.",
        "choices": [
          "asc",
          "desc"
        ]
      },
      {
        "name": "limit",
        "kind": "number",
        "description": "(1 to 100, 50 by default)"
      },
      {
        "name": "cursor",
        "kind": "text",
        "description": "Begin after a page: its last line on standard error has this."
      }
    ],
    "isPaged": true,
    "extendsLease": true
  },
  {
    "id": "webhooks.list",
    "summary": "List webhooks",
    "description": "The oldest first: all of them, or a page with --limit or --cursor.",
    "fields": [
      {
        "name": "teamId",
        "kind": "text",
        "description": "Default: the team of the token."
      },
      {
        "name": "limit",
        "kind": "number",
        "description": "Without --limit and --cursor, the response has all items. (1 to 100)"
      },
      {
        "name": "cursor",
        "kind": "text",
        "description": "Begin after a page: its last line on standard error has this."
      }
    ],
    "isPaged": true
  },
  {
    "id": "webhooks.create",
    "summary": "Create a webhook",
    "description": "Every event of its types that is committed from now on is sent to the URL, signed with the `secret` that this prints (Standard Webhooks), at least once. Only owners and admins can subscribe to events of members and API keys, in the dashboard.",
    "fields": [
      {
        "name": "teamId",
        "kind": "text",
        "description": "Default: the team of the token."
      },
      {
        "name": "url",
        "kind": "text",
        "isRequired": true,
        "description": "http:// or https://, at a public address unless the operator allows others."
      },
      {
        "name": "description",
        "kind": "text",
        "description": "The purpose of the endpoint, for people.",
        "maxLength": 1000
      },
      {
        "name": "eventTypes",
        "kind": "list",
        "description": "Separated by commas, or '*' alone for all; task.completed when absent."
      },
      {
        "name": "enabled",
        "kind": "boolean",
        "description": "True when absent."
      }
    ],
    "examples": [
      "--url https://example.com/hooks/crewboard --event-types task.completed,task.released",
      "--url https://example.com/hooks/crewboard --event-types '*'"
    ]
  },
  {
    "id": "webhooks.get",
    "summary": "Get a webhook",
    "fields": [
      {
        "name": "webhookId",
        "kind": "text",
        "isArgument": true,
        "isRequired": true
      }
    ]
  },
  {
    "id": "webhooks.update",
    "summary": "Change, disable or enable a webhook",
    "description": "While it is disabled nothing is sent and events create no deliveries; pending ones wait until it is enabled again. `crewboard webhooks recover` sends what happened meanwhile.",
    "fields": [
      {
        "name": "webhookId",
        "kind": "text",
        "isArgument": true,
        "isRequired": true
      },
      {
        "name": "url",
        "kind": "text",
        "description": "http:// or https://, at a public address unless the operator allows others."
      },
      {
        "name": "description",
        "kind": "text",
        "description": "The purpose of the endpoint, for people.",
        "maxLength": 1000
      },
      {
        "name": "eventTypes",
        "kind": "list",
        "description": "Separated by commas, or '*' alone for all."
      },
      {
        "name": "enabled",
        "kind": "boolean",
        "description": "True enables it again, for any reason that it was disabled; pending deliveries are then sent, up to 30 days old."
      }
    ],
    "examples": [
      "WEBHOOK_ID --enabled true",
      "WEBHOOK_ID --event-types '*'"
    ]
  },
  {
    "id": "webhooks.delete",
    "summary": "Delete a webhook",
    "description": "Also deletes its deliveries, pending ones included.",
    "fields": [
      {
        "name": "webhookId",
        "kind": "text",
        "isArgument": true,
        "isRequired": true
      }
    ],
    "hasNoOutput": true
  },
  {
    "id": "webhooks.rotateSecret",
    "summary": "Rotate the secret of a webhook",
    "description": "For 24 hours deliveries are signed with the old secret as well: two signatures.",
    "fields": [
      {
        "name": "webhookId",
        "kind": "text",
        "isArgument": true,
        "isRequired": true
      }
    ]
  },
  {
    "id": "webhooks.test",
    "summary": "Send a test",
    "description": "Sends an event `webhook.tested`, even if the webhook does not subscribe to this type.",
    "fields": [
      {
        "name": "webhookId",
        "kind": "text",
        "isArgument": true,
        "isRequired": true
      }
    ]
  },
  {
    "id": "webhooks.recover",
    "summary": "Send missed events since a given time",
    "description": "Every event of the types that the webhook subscribes to now, including those that happened while it was disabled. Delivered events are not sent again; pending ones are attempted at once.",
    "fields": [
      {
        "name": "webhookId",
        "kind": "text",
        "isArgument": true,
        "isRequired": true
      },
      {
        "name": "since",
        "kind": "text",
        "isRequired": true,
        "description": "Events from this time on, at most 30 days ago. (ISO 8601, UTC: 2026-11-21T09:30:00Z)"
      }
    ],
    "examples": [
      "WEBHOOK_ID --since 2026-11-21T09:30:00Z"
    ]
  },
  {
    "id": "webhooks.deliveries",
    "summary": "List deliveries",
    "description": "The newest first, from the last 30 days.",
    "fields": [
      {
        "name": "webhookId",
        "kind": "text",
        "isArgument": true,
        "isRequired": true
      },
      {
        "name": "status",
        "kind": "text",
        "choices": [
          "pending",
          "succeeded",
          "failed"
        ]
      },
      {
        "name": "type",
        "kind": "text",
        "description": "Events of this type only, such as task.completed."
      },
      {
        "name": "limit",
        "kind": "number",
        "description": "(1 to 100, 50 by default)"
      },
      {
        "name": "cursor",
        "kind": "text",
        "description": "Begin after a page: its last line on standard error has this."
      }
    ],
    "isPaged": true,
    "examples": [
      "WEBHOOK_ID --status failed"
    ]
  },
  {
    "id": "webhooks.delivery",
    "summary": "Get a delivery",
    "description": "With its last request and the response to it.",
    "fields": [
      {
        "name": "webhookId",
        "kind": "text",
        "isArgument": true,
        "isRequired": true
      },
      {
        "name": "deliveryId",
        "kind": "text",
        "isArgument": true,
        "isRequired": true
      }
    ]
  },
  {
    "id": "webhooks.redeliver",
    "summary": "Send a delivery again",
    "description": "Works in any status: sends at once, with the same `webhook-id`, then on the retry schedule from its beginning.",
    "fields": [
      {
        "name": "webhookId",
        "kind": "text",
        "isArgument": true,
        "isRequired": true
      },
      {
        "name": "deliveryId",
        "kind": "text",
        "isArgument": true,
        "isRequired": true
      }
    ]
  }
];

/** What to do after an error, by error code. */
export const remedies: Readonly<Record<string, string>> = {
  "VALIDATION_ERROR": "Read `errors`: each entry names a `path` and what it must be. Correct the request and send it again.",
  "MALFORMED_JSON": "Send one JSON object in UTF-8, without a byte order mark.",
  "INVALID_CURSOR": "Pass the --cursor that the page before named, on standard error, or none.",
  "BAD_REQUEST": "Use an HTTP client library, and send each header once.",
  "UNAUTHENTICATED": "Run `crewboard login` with a valid token, or set CREWBOARD_TOKEN. An agent whose token was rotated or that was deactivated stops and asks its operator for a new token.",
  "TEAM_API_KEY_REQUIRED": "Run it with a team API key (`cb_team_…`). An agent never needs it for its work.",
  "AGENT_TOKEN_REQUIRED": "Run it with the token of an agent (`cb_agent_…`), or use `crewboard tasks move`.",
  "FORBIDDEN": "Leave out what the message names, or ask an owner or admin.",
  "NOT_FOUND": "Check the id. What belongs to another team is not found either.",
  "METHOD_NOT_ALLOWED": "Use one of the methods in the `Allow` header.",
  "REQUEST_TIMEOUT": "Send the whole request again without a pause.",
  "TASK_ALREADY_CLAIMED": "Complete it if you hold it. Otherwise take another task. Archive it once it is no longer in progress.",
  "TASK_NOT_CLAIMABLE": "Take another task. With `notBefore`, this one can be started from then on. A task that needs attention must be released by a person or with a team API key.",
  "TASK_ASSIGNED_TO_OTHER": "Take another task.",
  "TASK_ARCHIVED": "Nothing was changed. Take another task, or ask a person, or a team API key, to restore it first.",
  "PAUSED": "Nothing was started. What you hold, you may still complete, fail or release. Wait until a person or a team API key resumes it, and try again then.",
  "TASK_BLOCKED": "Nothing was started. Take another task: this one is handed out as soon as those are done. If one of them is cancelled, move it to `todo` again or remove it from `blockedBy`.",
  "DEPENDENCY_CYCLE": "Nothing was changed. Leave out the task after the first of `cycle`, or choose another parent; or end another of these dependencies first.",
  "EXTERNAL_ID_TAKEN": "Nothing was changed. After a repeated creation use the task `taskId`; otherwise choose another `externalId`.",
  "NOT_CLAIM_HOLDER": "Nothing of this request was stored. Leave the task to its holder, if it has one, and take another.",
  "STALE_CLAIM": "Nothing of this command was stored. If you completed the task before, that result stays. Otherwise stop working on it, since another agent may have it: claim again and pass the --attempt of that claim.",
  "TASK_ALREADY_COMPLETED": "Take another task. To do this one again, move it to `todo` first.",
  "TASK_CANCELLED": "Take another task. To revive this one, move it to `todo` first.",
  "WEBHOOK_DISABLED": "Enable it first: `crewboard webhooks update WEBHOOK_ID --enabled true`.",
  "IDEMPOTENCY_IN_PROGRESS": "Wait for `Retry-After` seconds and send the same request again: it gets the response of the other one.",
  "NOT_DELETABLE": "Nothing was deleted. Cancel or archive the task first, or archive the project. What waits for the task must be changed first.",
  "LAST_OWNER": "Make someone else an owner first.",
  "LIMIT_REACHED": "Reuse an existing one: `crewboard agents update` with another --name and --status active, then `crewboard agents rotate-token`; or `crewboard projects update` with another --name. Of dependencies: put one task between, which waits for the task that so many wait for, and let the others wait for it.",
  "PRECONDITION_FAILED": "Nothing was changed. Read the task again and decide whether your change still applies.",
  "PAYLOAD_TOO_LARGE": "Send less: store large results elsewhere and put a link into the result.",
  "URI_TOO_LONG": "Shorten the query.",
  "UNSUPPORTED_MEDIA_TYPE": "Send `Content-Type: application/json` and an uncompressed body.",
  "IDEMPOTENCY_KEY_REUSED": "Use a new key for each request, for example a UUID. Repeat a request with its key and an unchanged body.",
  "RATE_LIMITED": "Nothing was done. Wait a moment and try again.",
  "HEADERS_TOO_LARGE": "Send fewer or shorter headers.",
  "INTERNAL_ERROR": "Try again once; if it persists, give the operator the `requestId`.",
  "UNAVAILABLE": "Try again in a moment. Read the task first, to see whether your change was made."
};
