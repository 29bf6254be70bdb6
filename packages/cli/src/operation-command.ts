import type { CallOptions, Crewboard, Page } from '@crewboard/sdk';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { type CommandLine, type Fields, parsers, readInput } from './command-input.ts';
import { type CommandSpec, type FieldSpec, toFlag, toPlaceholder } from './command-spec.ts';
import { findConfig, maxRetries, toClient } from './config.ts';
import { CliError, exitCodes } from './exit-codes.ts';
import { nameAssignees } from './name-assignees.ts';
import { describeNotices, formatResult, toLine } from './print.ts';
import { callService } from './service-errors.ts';
import type { Terminal } from './terminal.ts';

/**
 * Adds the command of an operation, which prints the result to standard output and everything else to standard error.
 */
export function addOperationCommand(
  parent: Command,
  word: string,
  spec: CommandSpec,
  terminal: Terminal,
): void {
  const command = parent.command(word).summary(spec.summary);
  if (spec.fields.some(({ isArgument }) => isArgument)) command.helpGroup('Targeted commands:');
  command.description([`${spec.summary}.`, spec.description].filter(Boolean).join('\n\n'));
  for (const field of spec.fields) {
    if (field.isArgument) command.argument(`<${toPlaceholder(field.name)}>`, field.description);
    else command.addOption(optionOf(field));
  }
  if (spec.fields.some(({ isArgument }) => !isArgument)) {
    command.option('--json-input <JSON|-|@FILE>', 'The input as one JSON object, which may have null.');
  }
  if (spec.isConditional)
    command.option('--if-match <ETAG>', 'Only if the task is still in this version: \'"7"\'.');
  command.optionsGroup('Output options:');
  if (spec.isPaged) command.option('--all', 'Every item, page after page.');
  if (!spec.hasNoOutput) {
    command.option('--fields <A,B>', 'Only these fields.', (text) => parsers.list(text) as string[]);
    command.option('--minimal', 'Only what a caller needs to go on.');
  }
  command.option('--json', 'JSON instead of text.');
  if (spec.fields.some(({ maxLength }) => maxLength)) command.addHelpText('after', textHelp);
  const lines = examplesOf(spec).map((words) => `  $ crewboard ${parent.name()} ${word} ${words}`.trimEnd());
  command.addHelpText('after', `\n${lines.length > 1 ? 'Examples' : 'Example'}:\n${lines.join('\n')}`);
  command.action(async (...args) => {
    // commander passes the options and the command as the last two arguments.
    const positional = args.slice(0, -2) as string[];
    await runOperation(spec, positional, command.opts(), terminal);
  });
}

const heartbeatTimeoutMs = 5_000;

type Method = (input: Fields, options: CallOptions) => Promise<unknown> | AsyncGenerator<unknown>;

function placeholderOf({ name, kind, maxLength, defaultValue }: FieldSpec): string {
  if (kind === 'json') return 'JSON';
  if (kind === 'objects') return 'JSON|-|@FILE';
  if (kind === 'list') return 'A,B';
  if (maxLength) return 'TEXT|-|@FILE';
  return toPlaceholder(name) + (defaultValue === undefined ? '' : '|none');
}

function optionOf(field: FieldSpec): Option {
  const { name, kind, choices, description, defaultValue } = field;
  const isRequired = field.isRequired && !field.hasDefaultProject;
  const text = [description, isRequired && '(required)'].filter(Boolean).join(' ');
  const option = new Option(`${toFlag(name)} <${placeholderOf(field)}>`, text);
  if (choices) return option.choices([...choices]);
  if (defaultValue === undefined) return option.argParser(parsers[kind]);
  // The command sends the default value, a number, when the flag is absent: only `none` leaves the field out.
  return option.argParser((value) => {
    if (value === 'none' || /^\d+$/.test(value)) return value === 'none' ? value : Number(value);
    throw new InvalidArgumentError('It must be a whole number, or none.');
  });
}

const textHelp = `
TEXT|-|@FILE: the text itself, - to read standard input, or @ and the name of a file. Write @@ for a text that begins
with @. Pass a text that others may have written through standard input.`;

/** The examples of the command; without any, one with its arguments and required flags. */
function examplesOf({ fields, examples }: CommandSpec): readonly string[] {
  if (examples) return examples;
  const required = fields.filter(({ isRequired }) => isRequired);
  const words = required.map(
    ({ name, isArgument, choices }) =>
      (isArgument ? '' : `${toFlag(name)} `) + (choices?.[0] ?? toPlaceholder(name)),
  );
  return [words.join(' ')];
}

type Options = CommandLine['options'] & {
  json?: boolean;
  fields?: string[];
  minimal?: boolean;
  all?: boolean;
  ifMatch?: string;
};

async function runOperation(
  spec: CommandSpec,
  positional: string[],
  options: Options,
  terminal: Terminal,
): Promise<void> {
  const config = findConfig(terminal.env);
  const input = await readInput(spec, { positional, options }, terminal);
  const { json, fields, minimal, all, ifMatch } = options;
  const callOptions: CallOptions = {
    maxRetries,
    ifMatch,
    // The service checks the names: the type of an operation that is chosen at run time allows none.
    fields: fields as never,
    ...(minimal && { prefer: 'minimal' }),
  };
  const [area = '', name = ''] = spec.id.split('.');
  const client = toClient(config);
  const method = (client as unknown as Record<string, Record<string, Method>>)[area]?.[
    all ? `${name}All` : name
  ];
  if (!method) throw new Error(`There is no operation ${spec.id}.`);
  if (spec.extendsLease)
    await extendLease(client, String(input.taskId), { token: config.token, stderr: terminal.stderr });
  const context = { url: config.url, flagOf: (name: string) => flagOf(spec, options, name) };
  const result = await callService(context, async () => {
    const returned = method(input, callOptions);
    return Symbol.asyncIterator in returned ? await collect(returned) : await returned;
  });
  if (spec.hasNoOutput) return;
  const isOfDefaultProject = spec.fields.some((field) => isDefaultProject(field, options));
  const shown = json || fields ? result : await withNames(client, result);
  print(shown, options, terminal, isOfDefaultProject ? input.projectId : undefined);
  const nextCursor = Array.isArray(result) ? (result as Page<unknown>).nextCursor : undefined;
  if (nextCursor) terminal.stderr.write(`There are more: --cursor ${nextCursor}, or --all.\n`);
  // Of the operations with an output, only claim-next can respond without a body.
  if (result === undefined) throw new CliError(describeNothing(input), exitCodes.nothingToClaim);
}

/**
 * Extends the lease of the task if the caller holds it, because a person or a shell script sends no heartbeats. Ignores
 * errors: the call that follows reports them. Prints the notices of the heartbeat, since the service hands out each one
 * only once.
 */
async function extendLease(
  client: Crewboard,
  taskId: string,
  { token, stderr }: { token: string; stderr: NodeJS.WritableStream },
): Promise<void> {
  if (!token.startsWith('cb_agent_')) return;
  const signal = AbortSignal.timeout(heartbeatTimeoutMs);
  const task = await client.tasks.heartbeat({ taskId }, { maxRetries: 0, signal }).catch(() => undefined);
  if (task) stderr.write(describeNotices(task.notices));
}

function print(
  result: unknown,
  { json, fields }: Options,
  { stdout, stderr }: Terminal,
  defaultProjectId: unknown,
): void {
  const isEmpty = result === undefined || (Array.isArray(result) && result.length === 0);
  if (json || !isEmpty) stdout.write(`${formatResult(result, { json, fields })}\n`);
  else if (result && defaultProjectId)
    stderr.write(`There is nothing in the default project ${defaultProjectId}: try --project-id all.\n`);
  else if (result) stderr.write('There is nothing.\n');
}

async function withNames(client: Crewboard, result: unknown): Promise<unknown> {
  if (Array.isArray(result)) return nameAssignees(client, result);
  return result && (await nameAssignees(client, [result as Fields]))[0];
}

/** The message of claim-next when there is no task. */
function describeNothing({ complete, projectId, priority }: Fields): string {
  const { taskId } = (complete ?? {}) as { taskId?: unknown };
  const text = [
    taskId && `${taskId} is completed.`,
    'There is no task to claim',
    projectId && `in the project ${projectId}`,
    priority && `with priority ${priority}`,
  ];
  return toLine(`${text.filter(Boolean).join(' ')}.`);
}

const isDefaultProject = ({ name, hasDefaultProject }: FieldSpec, options: Options): boolean =>
  hasDefaultProject === true && options[name] === undefined && options.jsonInput === undefined;

/** The name of a field of the input on the command line. */
function flagOf({ fields }: CommandSpec, options: Options, name: string): string | undefined {
  const field = fields.find((each) => each.name === name);
  if (field?.isArgument) return toPlaceholder(name);
  if (field && isDefaultProject(field, options)) return 'the default project';
  return field || name === 'fields' ? toFlag(name) : undefined;
}

async function collect(items: AsyncIterable<unknown>): Promise<unknown[]> {
  const all: unknown[] = [];
  for await (const item of items) all.push(item);
  return all;
}
