// What an endpoint asks for now stands in its own row, with the view of the database since when. When that changes, what
// it asked for before is kept beside it: the reader of the log may not have come that far yet.

/** SQL: whether `after` asks for something else than `before`. */
const asksForElse = (before: string, after: string) =>
  `(${after}.event_types, ${after}.tells_all, ${after}.enabled)
    is distinct from (${before}.event_types, ${before}.tells_all, ${before}.enabled)`;

/** SQL: since when the row, once it is enabled or not and has these types, asks for them. */
export const subscribedSince = (enabled: string, eventTypes: string, tellsAll: string) => `case
  when not (${enabled}) then null
  when target.enabled and (${eventTypes}) = target.event_types and (${tellsAll}) = target.tells_all then target.subscribed_since
  else current_view() end`;

/** SQL: keeps what the row `before` asked for, where `after` no longer does. */
export const keepFormerSubscription = (before: string, after: string) => `
  insert into webhook_subscriptions (webhook_id, event_types, tells_all, since, until)
  select ${before}.id, ${before}.event_types, ${before}.tells_all, ${before}.subscribed_since, current_view()
  from ${before} join ${after} using (id)
  where ${before}.subscribed_since is not null and ${asksForElse(before, after)}`;
