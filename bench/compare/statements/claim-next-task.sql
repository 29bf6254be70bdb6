with candidate as materialized (
    select coalesce(
      case when coalesce($1::task_priority, 'high') = 'high' then (
      select id from (
        select id, version from tasks
        where team_id = $2 and assigned_agent_id = $3 and priority = 'high' and in_queue
        order by rank, created_at, id offset 0
      ) as queue
      where case when pg_try_advisory_xact_lock(hashtextextended(id, 6)) then is_current_version(id, version) end
      limit 1) end,
      case when coalesce($1::task_priority, 'high') = 'high' then (
      select id from (
        select id, version from tasks
        where team_id = $2 and assigned_agent_id is null and priority = 'high' and in_queue
        order by rank, created_at, id offset 0
      ) as queue
      where case when pg_try_advisory_xact_lock(hashtextextended(id, 6)) then is_current_version(id, version) end
      limit 1) end,
      case when coalesce($1::task_priority, 'normal') = 'normal' then (
      select id from (
        select id, version from tasks
        where team_id = $2 and assigned_agent_id = $3 and priority = 'normal' and in_queue
        order by rank, created_at, id offset 0
      ) as queue
      where case when pg_try_advisory_xact_lock(hashtextextended(id, 6)) then is_current_version(id, version) end
      limit 1) end,
      case when coalesce($1::task_priority, 'normal') = 'normal' then (
      select id from (
        select id, version from tasks
        where team_id = $2 and assigned_agent_id is null and priority = 'normal' and in_queue
        order by rank, created_at, id offset 0
      ) as queue
      where case when pg_try_advisory_xact_lock(hashtextextended(id, 6)) then is_current_version(id, version) end
      limit 1) end,
      case when coalesce($1::task_priority, 'low') = 'low' then (
      select id from (
        select id, version from tasks
        where team_id = $2 and assigned_agent_id = $3 and priority = 'low' and in_queue
        order by rank, created_at, id offset 0
      ) as queue
      where case when pg_try_advisory_xact_lock(hashtextextended(id, 6)) then is_current_version(id, version) end
      limit 1) end,
      case when coalesce($1::task_priority, 'low') = 'low' then (
      select id from (
        select id, version from tasks
        where team_id = $2 and assigned_agent_id is null and priority = 'low' and in_queue
        order by rank, created_at, id offset 0
      ) as queue
      where case when pg_try_advisory_xact_lock(hashtextextended(id, 6)) then is_current_version(id, version) end
      limit 1) end
    ) as id
  ),
  target as (
    select *, 'apply' as decision from tasks where id = (select id from candidate) for no key update
  ),
  
  claimed as (
    update tasks set 
      status = 'in_progress', in_queue = false, assigned_agent_id = $3,
      held_since = clock_timestamp(),
      completed_at = null,
      attempt = target.attempt + 1,
      lease_seconds = $4::int, lease_expires_at = clock_timestamp() + make_interval(secs => $4::int),
      lease_check_at = clock_timestamp() + make_interval(secs => $4::int),
      lease_expiries = target.lease_expiries, needs_attention = null,
      version = target.version + 1, updated_at = greatest(clock_timestamp(), target.updated_at + interval '1 millisecond')
    from target where tasks.id = target.id and target.decision = 'apply'
    returning tasks.*
  ),
  event as (
    insert into events
      (team_id, actor_kind, actor_id, request_id, type, subject_type, subject_id, snapshot, changes, created_at)
    select $2, $5::actor_kind, $3, $6, 'task.claimed', 'task', claimed.id, snapshots.after, (
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
  select claimed.id,
    claimed.title,
    claimed.status,
    claimed.priority,
    claimed.assigned_agent_id as "assignedAgentId",
    claimed.project_id as "projectId",
    claimed.attempt,
    claimed.lease_expires_at as "leaseExpiresAt",
    claimed.needs_attention as "needsAttention",
    claimed.version,
    coalesce(claimed.status_changed_at, claimed.held_since, claimed.completed_at, claimed.created_at) as "statusChangedAt",
    claimed.created_at as "createdAt",
    claimed.updated_at as "updatedAt",
    claimed.description,
    claimed.result,
    claimed.held_since as "heldSince",
    claimed.completed_at as "completedAt" from claimed
