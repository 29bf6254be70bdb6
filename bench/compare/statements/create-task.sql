with 
  project as (select id from projects where id = $1::text and team_id = $2),
  agent as (select id from agents where id = $3::text and team_id = $2 and status = 'active'),
  created as (
    insert into tasks (id, team_id, project_id, assigned_agent_id, title, description, priority)
    select $4, $2, project.id, agent.id, $5, $6, $7::task_priority
    from project left join agent on true
    where $3::text is null or agent.id is not null
    returning *
  ),
  event as (
    insert into events
      (team_id, actor_kind, actor_id, request_id, type, subject_type, subject_id, snapshot, changes, created_at)
    select $2, $8::actor_kind, $9, $10, 'task.created', 'task', created.id, jsonb_build_object(
    'id', created.id,
    'title', created.title,
    'status', created.status,
    'priority', created.priority,
    'assignedAgentId', created.assigned_agent_id,
    'projectId', created.project_id,
    'attempt', created.attempt,
    'leaseExpiresAt', to_char(created.lease_expires_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
    'needsAttention', created.needs_attention,
    'version', created.version,
    'statusChangedAt', to_char(coalesce(created.status_changed_at, created.held_since, created.completed_at, created.created_at) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
    'createdAt', to_char(created.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
    'updatedAt', to_char(created.updated_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
    'description', case when created.description_version is null then to_jsonb(created.description)
      else jsonb_build_object('textVersion', created.description_version, 'bytes', octet_length(created.description)) end,
    'result', case when created.result_version is null then to_jsonb(created.result)
      else jsonb_build_object('textVersion', created.result_version, 'bytes', octet_length(created.result)) end), null, clock_timestamp()
    from created)
  select created.id,
    created.title,
    created.status,
    created.priority,
    created.assigned_agent_id as "assignedAgentId",
    created.project_id as "projectId",
    created.attempt,
    created.lease_expires_at as "leaseExpiresAt",
    created.needs_attention as "needsAttention",
    created.version,
    coalesce(created.status_changed_at, created.held_since, created.completed_at, created.created_at) as "statusChangedAt",
    created.created_at as "createdAt",
    created.updated_at as "updatedAt",
    created.description,
    created.result,
    created.held_since as "heldSince",
    created.completed_at as "completedAt", exists (select from project) as "projectFound", exists (select from agent) as "agentFound"
  from (values (1)) as one left join created on true
