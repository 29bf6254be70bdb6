import type { Event, EventType } from '@crewboard/sdk';
import type { Command } from 'commander';
import { toFlag } from '../command-spec.ts';
import { findConfig, toClient } from '../config.ts';
import { nameSubject, toJson, toLine, toLines } from '../print.ts';
import { callService } from '../service-errors.ts';
import type { Terminal } from '../terminal.ts';

/** `watch` prints events as they are committed, until it is interrupted. */
export function addWatchCommand(program: Command, terminal: Terminal): void {
  program
    .command('watch')
    .summary('Follow the events of the team, with comments and results')
    .description(
      'Prints what is committed from now on, until Ctrl-C: a line for each event, and below it the first 20 lines of a ' +
        'comment, result or reason. Reconnects by itself and misses nothing.',
    )
    .option(
      '--after <EVENT_ID>',
      'Begin after this event: the last column of its line. 0: with the first event.',
    )
    .option('--type <TYPE>', 'Events of this type only: task.completed.')
    .option('--task-id <TASK_ID>', 'Events of this task only.')
    .option('--team <TEAM_ID>', 'Default: the team of the token.')
    .option('--json', 'One JSON object per line.')
    .addHelpText('after', '\nExample:\n  $ crewboard watch --type task.completed --json')
    .action(async ({ team: teamId, json, ...filter }: WatchOptions) => {
      const stopped = new AbortController();
      process.once('SIGINT', () => stopped.abort()).once('SIGTERM', () => stopped.abort());
      const options = {
        signal: stopped.signal,
        onReconnect: ({ error }: { error: Error | undefined }) =>
          terminal.stderr.write(`Reconnecting: ${toLine(error?.message ?? 'the stream ended')}\n`),
      };
      const config = findConfig(terminal.env);
      const events = toClient(config).events.follow({ teamId, ...filter }, options);
      await callService({ url: config.url, flagOf: toFlag, remedies }, async () => {
        for await (const event of events)
          terminal.stdout.write(`${json ? toJson(event) : formatEvent(event)}\n`);
      });
    });
}

/** How much is printed of a comment, result or reason. */
const maxTextLines = 20;
const maxTextLength = 2_000;

/** The text of an event: a comment, the result of a task, or the reason of a failure or release. */
function findText(event: Event): string | null | undefined {
  if (event.type === 'task.commented') return event.changes?.comment?.after.body;
  if (event.type === 'task.completed') return event.snapshot.result;
  return event.type === 'task.failed' || event.type === 'task.released' ? event.changes?.reason?.after : null;
}

/** The first lines of a text, indented. */
function formatText(text: string): string[] {
  const lines = toLines(text.slice(0, maxTextLength));
  const isWhole = text.length <= maxTextLength && lines.length <= maxTextLines;
  const shown = isWhole ? lines : [...lines.slice(0, maxTextLines), '…'];
  return shown.map((line) => `    ${line}`.trimEnd());
}

/** An event as a line with time, type, subject, actor and id, followed by its text. */
function formatEvent(event: Event): string {
  const { createdAt, type, actor, id } = event;
  const who = actor.name ?? actor.kind;
  const line = toLine(`${createdAt}  ${type.padEnd(20)}  ${nameSubject(event)}  (${who})  ${id}`);
  const text = findText(event);
  return [line, ...(text ? formatText(text) : [])].join('\n');
}

type WatchOptions = { team?: string; type?: EventType; taskId?: string; after?: string; json?: boolean };

const remedies = {
  INVALID_CURSOR:
    'Pass --after the id of an event (the last column of a line of `crewboard watch`), 0 for all events, or none for new ones.',
};
