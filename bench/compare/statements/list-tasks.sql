select page.id,
    page.title,
    page.status,
    page.priority,
    page.assigned_agent_id as "assignedAgentId",
    page.project_id as "projectId",
    page.attempt,
    page.lease_expires_at as "leaseExpiresAt",
    page.needs_attention as "needsAttention",
    page.version,
    coalesce(page.status_changed_at, page.held_since, page.completed_at, page.created_at) as "statusChangedAt",
    page.created_at as "createdAt",
    page.updated_at as "updatedAt",
    page.description,
    page.result,
    page.held_since as "heldSince",
    page.completed_at as "completedAt", found
      from (
  select * from (
    select page.*, coalesce(
      sum((coalesce(octet_length(page.title), 0) + coalesce(octet_length(page.description), 0) + coalesce(octet_length(page.result), 0) + 500)) over (order by page.created_at desc, page.id desc rows between unbounded preceding and 1 preceding), 0) as bytes_before
    from (select page.*, count(*) over () as found from (
      select * from ((
      select * from tasks where status = 'todo' and team_id = $1
      order by tasks.created_at desc, tasks.id desc limit $2)) as page
      order by page.created_at desc, page.id desc limit $2) as page) as page
  ) as page where bytes_before < 4194304) as page
      order by page.created_at desc, page.id desc
