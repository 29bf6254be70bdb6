with 
  seen as (
    select tasks.*, case
      when completed_at is not null and assigned_agent_id = $1 and result is not distinct from $2
        and coalesce($3::int, attempt) = attempt then 'keep'
      when $3::int is not null and ($3::int, $1) is distinct from (attempt, case when held_since is not null then assigned_agent_id end) then 'STALE_CLAIM'
      when status = 'done' then 'TASK_ALREADY_COMPLETED'
      when status = 'cancelled' then 'TASK_CANCELLED'
      when assigned_agent_id <> $1 and held_since is not null then 'NOT_CLAIM_HOLDER'
      when assigned_agent_id <> $1 then 'TASK_ASSIGNED_TO_OTHER'
      when needs_attention is not null then 'TASK_NOT_CLAIMABLE'
      when lease_expires_at <= clock_timestamp() then 'STALE_CLAIM'
      when version <> all ($4::int[]) then 'PRECONDITION_FAILED'
      else 'apply' end as decision
    from tasks where id = $5 and team_id = $6
  ),
  locks as materialized (
    select pg_advisory_xact_lock(hashtextextended(id, 6)) from seen where decision = 'apply'
  ),
  target as (
    select tasks.*, case
      when completed_at is not null and assigned_agent_id = $1 and result is not distinct from $2
        and coalesce($3::int, attempt) = attempt then 'keep'
      when $3::int is not null and ($3::int, $1) is distinct from (attempt, case when held_since is not null then assigned_agent_id end) then 'STALE_CLAIM'
      when status = 'done' then 'TASK_ALREADY_COMPLETED'
      when status = 'cancelled' then 'TASK_CANCELLED'
      when assigned_agent_id <> $1 and held_since is not null then 'NOT_CLAIM_HOLDER'
      when assigned_agent_id <> $1 then 'TASK_ASSIGNED_TO_OTHER'
      when needs_attention is not null then 'TASK_NOT_CLAIMABLE'
      when lease_expires_at <= clock_timestamp() then 'STALE_CLAIM'
      when version <> all ($4::int[]) then 'PRECONDITION_FAILED'
      else 'apply' end as decision
    from tasks where id = $5 and team_id = $6 and (select count(*) from locks) > 0 for no key update
  ),
  completed as (
    update tasks set result = $2, 
      status = 'done', in_queue = false, assigned_agent_id = $1,
      held_since = null,
      completed_at = clock_timestamp(),
      attempt = case when target.held_since is null then target.attempt + 1 else target.attempt end,
      lease_seconds = null, lease_expires_at = null,
      lease_check_at = null,
      lease_expiries = 0, needs_attention = null,
      version = target.version + 1, updated_at = greatest(clock_timestamp(), target.updated_at + interval '1 millisecond')
    from target where tasks.id = target.id and target.decision = 'apply'
    returning tasks.*
  ),
  counted as (
    update agents set task_count = task_count + 1 from completed where agents.id = $1
  ),
  event as (
    insert into events
      (team_id, actor_kind, actor_id, request_id, type, subject_type, subject_id, snapshot, changes, created_at)
    select $6, $7::actor_kind, $1, $8, 'task.completed', 'task', completed.id, snapshots.after, (
      select jsonb_object_agg(key, jsonb_build_object('before', b.value, 'after', a.value))
      from jsonb_each(snapshots.before) as b join jsonb_each(snapshots.after) as a using (key)
      where a.value is distinct from b.value and key not in ('updatedAt', 'version', 'statusChangedAt', 'attempt', 'leaseExpiresAt')), clock_timestamp()
    from target join completed using (id), lateral (
      select jsonb_build_object(
    'id', target.id,
    'title', target.title,
    'status', target.status,
    'priority', target.priority,
    'assignedAgentId', target.assigned_agent_id,
    'projectId', target.project_id,
    'attempt', target.attempt,
    'leaseExpiresAt', to_char(target.lease_expires_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
    'needsAttention', target.needs_attention,
    'version', target.version,
    'statusChangedAt', to_char(coalesce(target.status_changed_at, target.held_since, target.completed_at, target.created_at) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
    'createdAt', to_char(target.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
    'updatedAt', to_char(target.updated_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
    'description', case when target.description_version is null then to_jsonb(target.description)
      else jsonb_build_object('textVersion', target.description_version, 'bytes', octet_length(target.description)) end,
    'result', case when target.result_version is null then to_jsonb(target.result)
      else jsonb_build_object('textVersion', target.result_version, 'bytes', octet_length(target.result)) end) as before, jsonb_build_object(
    'id', completed.id,
    'title', completed.title,
    'status', completed.status,
    'priority', completed.priority,
    'assignedAgentId', completed.assigned_agent_id,
    'projectId', completed.project_id,
    'attempt', completed.attempt,
    'leaseExpiresAt', to_char(completed.lease_expires_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
    'needsAttention', completed.needs_attention,
    'version', completed.version,
    'statusChangedAt', to_char(coalesce(completed.status_changed_at, completed.held_since, completed.completed_at, completed.created_at) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
    'createdAt', to_char(completed.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
    'updatedAt', to_char(completed.updated_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
    'description', case when completed.description_version is null then to_jsonb(completed.description)
      else jsonb_build_object('textVersion', completed.description_version, 'bytes', octet_length(completed.description)) end,
    'result', case when completed.result_version is null then to_jsonb(completed.result)
      else jsonb_build_object('textVersion', completed.result_version, 'bytes', octet_length(completed.result)) end) as after offset 0
    ) as snapshots)
  select task.id,
    task.title,
    task.status,
    task.priority,
    task.assigned_agent_id as "assignedAgentId",
    task.project_id as "projectId",
    task.attempt,
    task.lease_expires_at as "leaseExpiresAt",
    task.needs_attention as "needsAttention",
    task.version,
    coalesce(task.status_changed_at, task.held_since, task.completed_at, task.created_at) as "statusChangedAt",
    task.created_at as "createdAt",
    task.updated_at as "updatedAt",
    task.description,
    task.result,
    task.held_since as "heldSince",
    task.completed_at as "completedAt", decision from (
    select *, 'apply' as decision from completed
    union all select * from target where not exists (select from completed)
    union all select * from seen where decision <> 'apply'
  ) as task
