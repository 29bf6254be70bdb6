import { createWorker, type TaskPriority, TaskRelease, type WorkerEvent } from '@crewboard/sdk';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { allProjects } from '../command-input.ts';
import { type Config, findConfig, findDefaultProject } from '../config.ts';
import { CliError, exitCodes } from '../exit-codes.ts';
import { maxLeaseSeconds, minLeaseSeconds } from '../generated/commands.ts';
import { toLine } from '../print.ts';
import { CommandRunner, killAfterMs } from '../run-command.ts';
import { callService } from '../service-errors.ts';
import type { Terminal } from '../terminal.ts';
import { requireProject } from './use-project-command.ts';

/** `work` runs a command for each task. */
export function addWorkCommand(program: Command, terminal: Terminal): void {
  program
    .command('work')
    .summary('Run a command for each task')
    .description('Claims tasks one after another, waits for more, and runs the command once for each.')
    .argument('<COMMAND...>', 'After --: the command and its arguments.')
    .option('--concurrency <N>', 'How many tasks at a time.', wholeNumber(1, 1_000), 1)
    .option(
      '--lease <SECONDS|none>',
      'How long a task stays claimed after its worker died; with none, until someone releases it.',
      (text) => (text === 'none' ? text : wholeNumber(minLeaseSeconds, maxLeaseSeconds)(text)),
      defaultLeaseSeconds,
    )
    .option(
      '--project <PROJECT_ID|all>',
      'Tasks of this project only (default: the default project; all: every project).',
    )
    .addOption(
      new Option('--priority <PRIORITY>', 'Tasks of this priority only.').choices(['low', 'normal', 'high']),
    )
    .option('--state <FILE>', 'Keep in this file what runs, to go on with it after a crash.')
    .option('--once', 'End after one task, with exit code 1 if it was not completed.')
    .passThroughOptions()
    .addHelpText('after', help)
    .action(async ([file = '', ...args]: string[], options: WorkOptions) =>
      work({ file, args }, options, terminal),
    );
}

/** 15 minutes, while heartbeats extend it. */
const defaultLeaseSeconds = 900;

type WorkOptions = {
  concurrency: number;
  lease: number | 'none';
  project?: string;
  priority?: TaskPriority;
  state?: string;
  once?: boolean;
};

const wholeNumber = (min: number, max: number) => (text: string) => {
  const value = Number(text);
  if (Number.isInteger(value) && value >= min && value <= max) return value;
  throw new InvalidArgumentError(`It must be a whole number from ${min} to ${max}.`);
};

function formatEvent(event: WorkerEvent): string {
  if (event.type === 'retry') return `retry in ${Math.ceil(event.delayMs / 1_000)} s: ${event.error.message}`;
  if (event.type === 'paused') return `paused, waiting: ${event.error.message}`;
  const { id, title } = event.task;
  if (event.type === 'released' || event.type === 'failed')
    return `${event.type} ${id} ${title}: ${event.reason}`;
  if (event.type === 'lost') return `lost ${id} ${title}: ${event.error.message}`;
  return `${event.type} ${id} ${title}`;
}

const help = `
The command gets the task as JSON on standard input, with the instructions of its project, as context how the last attempt
ended and the newest comments, and as blockers the tasks that had to be done before, with their results; and as CREWBOARD_TASK_ID, CREWBOARD_TASK_TITLE,
CREWBOARD_TASK_ATTEMPT, CREWBOARD_TASK_PRIORITY and CREWBOARD_PROJECT_ID. Exit code 0 completes the task, with what the
command printed as the result; any other fails the attempt, with the last lines of its standard error as the reason: the
service offers the task again after some time, and to a person after several failures in a row.
While it runs, CREWBOARD_NOTICES is a file to which a line of JSON is added for new comments, and for a stop: while the agent, its
project or the team is paused. With a stop the command gets SIGTERM once; it may come to an end.
When the claim is lost, the command gets SIGTERM, and SIGKILL 5 s later. Ctrl-C lets commands finish. A second
Ctrl-C, or closing the terminal (SIGHUP), ends them in the same way, releases their tasks and exits with 130.
With --state the worker keeps in a file which tasks run. Started again with it after a crash, it runs the command again for those
that it still holds; a command that outlived the worker goes on beside it.

Examples:
  $ crewboard work -- ./do-task.sh
  $ crewboard work --concurrency 4 --lease 3600 -- sh -c 'jq -r .description | wc -w'`;

/**
 * The project whose tasks are done; undefined for all. Checked first: a worker would wait forever for tasks of a
 * missing project.
 */
async function findProject(
  config: Config,
  given: string | undefined,
  { env, stderr }: Terminal,
): Promise<string | undefined> {
  const projectId = given ?? findDefaultProject(env);
  if (projectId === undefined || projectId === allProjects) return undefined;
  const name = await requireProject(config, projectId);
  if (!given) stderr.write(`tasks of the default project ${name} only: --project all for every project\n`);
  return projectId;
}

async function work(
  command: { file: string; args: string[] },
  { concurrency, lease, project, priority, state, once }: WorkOptions,
  terminal: Terminal,
): Promise<void> {
  const config = findConfig(terminal.env);
  const projectId = await findProject(config, project, terminal);
  const runner = new CommandRunner(command, terminal);
  let isCompleted = false;
  let startError: NodeJS.ErrnoException | undefined;
  const worker = createWorker({
    ...config,
    ...{ leaseSeconds: lease === 'none' ? null : lease, projectId, priority },
    ...(state !== undefined && { stateFile: state }),
    concurrency: once ? 1 : concurrency,
    async handler(task, context) {
      try {
        return await runner.run(task, context);
      } catch (error) {
        // The command cannot be started, so no task can be done: release this one and stop.
        if ((error as NodeJS.ErrnoException).syscall?.startsWith('spawn')) {
          startError = error as Error;
          claimNoMore();
          throw new TaskRelease(startError.message);
        }
        throw error;
      }
    },
    onEvent(event) {
      terminal.stderr.write(`${toLine(formatEvent(event))}\n`);
      // The worker finishes the claimed task after the stop.
      if (once && (event.type === 'claimed' || event.type === 'resumed')) claimNoMore();
      isCompleted ||= event.type === 'completed';
    },
  });
  let isStopping = false;
  // Calls `stop` once: a second call would release the tasks whose commands still run.
  const claimNoMore = () => {
    if (!isStopping) void worker.stop();
    isStopping = true;
  };
  let isAborted = false;
  /**
   * Ends the commands before their tasks are released: another agent must not get a task while its command still runs.
   */
  const abort = () => {
    isAborted = true;
    isStopping = true;
    runner.stop();
    void worker.stop({ deadlineMs: killAfterMs + 1_000 });
  };
  let isInterrupted = false;
  const onInterrupt = () => {
    if (isInterrupted) abort();
    isInterrupted = true;
    claimNoMore();
  };
  process.on('SIGINT', onInterrupt).on('SIGTERM', onInterrupt).on('SIGHUP', abort);
  worker.start();
  try {
    await callService(config, () => worker.done);
  } finally {
    await runner.ended();
    process.off('SIGINT', onInterrupt).off('SIGTERM', onInterrupt).off('SIGHUP', abort);
  }
  if (isAborted) throw new CliError('Interrupted.', exitCodes.interrupted);
  if (startError) throw new CliError(`${command.file} cannot be run: ${startError.message}`, exitCodes.usage);
  if (once && !isCompleted) throw new CliError('The task was not completed.', exitCodes.failed);
}
