import type { EventType } from '@crewboard/contracts';
import { locksTaken } from '../events/lock-subject.ts';
import { recordEvent } from '../events/record-event.ts';
import { memberJson } from '../members/member-row.ts';

/**
 * CTEs that record an event of the account `account` (columns id, name) in each of its teams, for statements that begin
 * with `lockMembersOf`. `formerName` is SQL for its name before, where that changed. No account, no event.
 */
export const recordInTeams = (type: EventType, formerName?: string): string => `
  memberships as (
    select members.*, account.id, account.name from account join members on members.user_id = account.id
    where ${locksTaken} for share of members
  ),
  event as (${recordEvent({
    type,
    subject: 'member',
    json: memberJson,
    after: 'memberships',
    isInTeamOfRow: true,
    ...(formerName && {
      changes: `jsonb_build_object('name', jsonb_build_object('before', ${formerName}, 'after', memberships.name))`,
    }),
  })})`;
