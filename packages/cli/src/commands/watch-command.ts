import type { Event, EventType } from '@crewboard/sdk';
import type { Command } from 'commander';
import { toFlag } from '../command-spec.ts';
import { findConfig, toClient } from '../config.ts';
import { nameSubject, toLine } from '../print.ts';
import { callService } from '../service-errors.ts';
import type { Terminal } from '../terminal.ts';

/** An event in one line: time, type, subject, actor. */
function formatEvent(event: Event): string {
  const { createdAt, type, actor, id } = event;
  const who = actor.name ?? actor.kind;
  return toLine(`${createdAt}  ${type.padEnd(20)}  ${nameSubject(event)}  (${who})  ${id}`);
}

type WatchOptions = { team?: string; type?: EventType; taskId?: string; after?: string; json?: boolean };

const remedies = {
  INVALID_CURSOR: 'Pass --after the id of an event: the last column of a line of `crewboard watch`.',
};

/** `watch` prints events as they are committed, until it is interrupted. */
export function addWatchCommand(program: Command, terminal: Terminal): void {
  program
    .command('watch')
    .summary('Follow the events of the team, one line each')
    .description(
      'Prints what is committed from now on, until Ctrl-C. Reconnects by itself and misses nothing.',
    )
    .option('--after <EVENT_ID>', 'Begin after this event, the last column of a line.')
    .option('--type <TYPE>', 'Events of this type only: task.completed.')
    .option('--task-id <TASK_ID>', 'Events of this task only.')
    .option('--team <TEAM_ID>', 'The team of the token when absent.')
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
          terminal.stdout.write(`${json ? JSON.stringify(event) : formatEvent(event)}\n`);
      });
    });
}
