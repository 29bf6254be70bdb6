import {
  Activity,
  Event,
  EventPage,
  FollowEvents,
  ListAudit,
  ListEvents,
  ListTaskEvents,
  LogEnd,
  TaskHistoryQuery,
} from '@crewboard/contracts';
import { z } from 'zod';
import { router } from '../../trpc/init.ts';
import { pageHeaders } from '../../trpc/page-headers.ts';
import { adminProcedure, readProcedure } from '../../trpc/procedures.ts';
import { trackedStream } from '../../trpc/tracked-stream.ts';
import { countActivity } from './count-activity.ts';
import { followEvents } from './follow-events.ts';
import { getLogEnd } from './get-log-end.ts';
import { listAudit } from './list-audit.ts';
import { listEvents } from './list-events.ts';
import { listTaskEvents } from './list-task-events.ts';
import { listTaskHistory } from './list-task-history.ts';

const tags = ['Events'];

export const eventsRouter = router({
  list: readProcedure
    .meta({
      refusals: ['INVALID_CURSOR'],
      stream: 'events.follow',
      openapi: {
        method: 'GET',
        path: '/api/teams/{teamId}/events',
        tags,
        summary: 'List or stream events',
        description:
          'Every change of the team, the oldest first, in the order of the log. Agents read events of tasks and ' +
          'agents, team API keys those of projects and webhooks as well. With `Accept: text/event-stream` the answer is a ' +
          'stream of server-sent events instead: what is committed from now on, or everything after the event in ' +
          '`Last-Event-ID` (or `cursor`). An event comes exactly once, whatever process made the change.',
        responseHeaders: pageHeaders,
      },
    })
    .input(ListEvents)
    .output(z.array(Event))
    .query(listEvents),
  listForTask: readProcedure
    .meta({
      refusals: ['INVALID_CURSOR'],
      openapi: {
        method: 'GET',
        path: '/api/tasks/{taskId}/events',
        tags,
        summary: 'List the events of a task',
        description: 'Its life, the oldest event first: who did what and when, comments included.',
        responseHeaders: pageHeaders,
      },
    })
    .input(ListTaskEvents)
    .output(z.array(Event))
    .query(listTaskEvents),
  follow: readProcedure.input(FollowEvents).subscription(trackedStream(followEvents)),
  end: readProcedure
    .input(z.strictObject({ teamId: ListEvents.shape.teamId }))
    .output(LogEnd)
    .query(getLogEnd),
  history: readProcedure.input(TaskHistoryQuery).output(EventPage).query(listTaskHistory),
  activity: readProcedure
    .input(z.strictObject({ teamId: ListEvents.shape.teamId }))
    .output(Activity)
    .query(countActivity),
  audit: adminProcedure.input(ListAudit).output(EventPage).query(listAudit),
});
