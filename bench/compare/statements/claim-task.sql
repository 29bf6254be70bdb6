with 
  seen as (
    select tasks.*, case
      when status in ('done', 'cancelled') or needs_attention is not null then 'TASK_NOT_CLAIMABLE'
      when assigned_agent_id = $1 and lease_expires_at <= clock_timestamp() then 'STALE_CLAIM'
      when held_since is not null then 'TASK_ALREADY_CLAIMED'
      when assigned_agent_id <> $1 then 'TASK_ASSIGNED_TO_OTHER'
      when version <> all ($2::int[]) then 'PRECONDITION_FAILED'
      else 'apply' end as decision
    from tasks where id = $3 and team_id = $4
  ),
  locks as materialized (
    select pg_advisory_xact_lock(hashtextextended(id, 6)) from seen where decision = 'apply'
  ),
  target as (
    select tasks.*, case
      when status in ('done', 'cancelled') or needs_attention is not null then 'TASK_NOT_CLAIMABLE'
      when assigned_agent_id = $1 and lease_expires_at <= clock_timestamp() then 'STALE_CLAIM'
      when held_since is not null then 'TASK_ALREADY_CLAIMED'
      when assigned_agent_id <> $1 then 'TASK_ASSIGNED_TO_OTHER'
      when version <> all ($2::int[]) then 'PRECONDITION_FAILED'
      else 'apply' end as decision
    from tasks where id = $3 and team_id = $4 and (select count(*) from locks) > 0 for no key update
  ),
  
  claimed as (
    update tasks set 
      status = 'in_progress', in_queue = false, assigned_agent_id = $1,
      held_since = clock_timestamp(),
      completed_at = null,
      attempt = target.attempt + 1,
      lease_seconds = $5::int, lease_expires_at = clock_timestamp() + make_interval(secs => $5::int),
      lease_check_at = clock_timestamp() + make_interval(secs => $5::int),
      lease_expiries = target.lease_expiries, needs_attention = null,
      version = target.version + 1, updated_at = greatest(clock_timestamp(), target.updated_at + interval '1 millisecond')
    from target where tasks.id = target.id and target.decision = 'apply'
    returning tasks.*
  ),
  event as (
    insert into events
      (team_id, actor_kind, actor_id, request_id, type, subject_type, subject_id, snapshot, changes, created_at)
    select $4, $6::actor_kind, $1, $7, 'task.claimed', 'task', claimed.id, snapshots.after, (
      select jsonb_object_agg(key, jsonb_build_object('before', b.value, 'after', a.value))
      from jsonb_each(snapshots.before) as b join jsonb_each(snapshots.after) as a using (key)
      where a.value is distinct from b.value and key not in ('updatedAt', 'version', 'statusChangedAt', 'attempt', 'leaseExpiresAt')), clock_timestamp()
    from target join claimed using (id), lateral (
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
    'id', claimed.id,
    'title', claimed.title,
    'status', claimed.status,
    'priority', claimed.priority,
    'assignedAgentId', claimed.assigned_agent_id,
    'projectId', claimed.project_id,
    'attempt', claimed.attempt,
    'leaseExpiresAt', to_char(claimed.lease_expires_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
    'needsAttention', claimed.needs_attention,
    'version', claimed.version,
    'statusChangedAt', to_char(coalesce(claimed.status_changed_at, claimed.held_since, claimed.completed_at, claimed.created_at) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
    'createdAt', to_char(claimed.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
    'updatedAt', to_char(claimed.updated_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
    'description', case when claimed.description_version is null then to_jsonb(claimed.description)
      else jsonb_build_object('textVersion', claimed.description_version, 'bytes', octet_length(claimed.description)) end,
    'result', case when claimed.result_version is null then to_jsonb(claimed.result)
      else jsonb_build_object('textVersion', claimed.result_version, 'bytes', octet_length(claimed.result)) end) as after offset 0
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
    select *, 'apply' as decision from claimed
    union all select * from target where not exists (select from claimed)
    union all select * from seen where decision <> 'apply'
  ) as task
