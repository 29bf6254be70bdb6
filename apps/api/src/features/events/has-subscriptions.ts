import { sql } from '@crewboard/db';

/** SQL: whether any endpoint is subscribed to events, or was when an event of the log was committed. */
export const hasSubscriptions = sql`(exists (select from webhooks where subscribed_since is not null and deleted_at is null)
  or exists (select from webhook_subscriptions))`;
