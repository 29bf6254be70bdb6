import { z } from 'zod';
import {
  Activity,
  Event,
  EventPage,
  FollowEvents,
  ListAudit,
  ListEvents,
  ListTaskEvents,
  LiveEvents,
  LogEnd,
  TaskHistoryQuery,
} from '../events/event.ts';
import { defineOperations, query, subscription } from './define-operations.ts';

export const events = defineOperations('events', {
  list: query('listEvents', {
    access: 'read',
    input: ListEvents,
    output: z.array(Event),
    paging: 'always',
    rest: {
      route: 'GET /api/teams/{teamId}/events',
      summary: 'List or stream events',
      description:
        'Every change of the team, in the order of the event log: the oldest first, or with `order=desc` the newest. ' +
        'Agents read events of tasks and agents, team API keys those of projects and the team as well, and with the ' +
        'access `manage` those of webhooks. With `Accept: text/event-stream` the response ' +
        'is a stream of server-sent events instead: what is committed from now on, or everything after the event in ' +
        '`Last-Event-ID` (or `cursor`). The stream sends each event exactly once.',
      stream: 'events.follow',
    },
  }),
  listForTask: query('listTaskEvents', {
    access: 'read',
    input: ListTaskEvents,
    output: z.array(Event),
    paging: 'always',
    rest: {
      route: 'GET /api/tasks/{taskId}/events',
      summary: 'List the events of a task',
      description:
        'Its history: who did what and when, comments included. The oldest event first, or with `order=desc` the newest.',
    },
  }),
  follow: subscription('followEvents', {
    access: 'read',
    input: FollowEvents,
    output: LiveEvents,
    // FORBIDDEN ends an open stream: the role of the person has changed.
    errors: ['FORBIDDEN', 'INVALID_CURSOR'],
  }),
  end: query('getLogEnd', {
    access: 'read',
    input: z.strictObject({ teamId: ListEvents.shape.teamId }),
    output: LogEnd,
  }),
  history: query('listTaskHistory', {
    access: 'read',
    input: TaskHistoryQuery,
    output: EventPage,
    paging: 'always',
  }),
  activity: query('countActivity', {
    access: 'read',
    input: z.strictObject({ teamId: ListEvents.shape.teamId }),
    output: Activity,
  }),
  audit: query('listAuditEvents', {
    access: 'admin',
    input: ListAudit,
    output: EventPage,
    paging: 'always',
  }),
});
