import type { CallOptions, Page } from '@crewboard/sdk';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { type CommandSpec, type FieldSpec, toFlag, toPlaceholder } from './command-spec.ts';
import { findConfig, toClient } from './config.ts';
import { CliError, exitCodes } from './exit-codes.ts';
import { formatResult } from './print.ts';
import { callService } from './service-errors.ts';
import { readAll, type Terminal } from './terminal.ts';

/** A person waits at the terminal: 1 s instead of the default 15 s. */
const maxRetries = 2;

type Fields = Record<string, unknown>;
type Method = (input: Fields, options: CallOptions) => Promise<unknown> | AsyncGenerator<unknown>;

const parsers: Record<FieldSpec['kind'], (text: string) => unknown> = {
  text: (text) => text,
  number(text) {
    if (!/^-?\d+$/.test(text)) throw new InvalidArgumentError('It must be a whole number.');
    return Number(text);
  },
  boolean(text) {
    if (text !== 'true' && text !== 'false') throw new InvalidArgumentError('It must be true or false.');
    return text === 'true';
  },
  list: (text) => text.split(',').map((item) => item.trim()),
  json: parseObject,
};

function parseObject(text: string): Fields {
  try {
    const value = JSON.parse(text);
    if (value !== null && typeof value === 'object' && !Array.isArray(value)) return value;
  } catch {}
  throw new InvalidArgumentError('It must be a JSON object.');
}

const keyOf = (field: FieldSpec): string => (field.name === 'teamId' ? 'team' : field.name);

function optionOf(field: FieldSpec): Option {
  const placeholder =
    field.kind === 'json' ? 'JSON' : field.kind === 'list' ? 'A,B' : toPlaceholder(field.name);
  const text = [field.description, field.isRequired && '(required)'].filter(Boolean).join(' ');
  const option = new Option(`${toFlag(field.name)} <${placeholder}>`, text);
  return field.choices ? option.choices([...field.choices]) : option.argParser(parsers[field.kind]);
}

/** Calls of the command: one with every argument and required flag, where it has no others. */
function examplesOf({ fields, examples }: CommandSpec): readonly string[] {
  if (examples) return examples;
  const required = fields.filter(({ isRequired }) => isRequired);
  const words = required.map(
    ({ name, isArgument, choices }) =>
      (isArgument ? '' : `${toFlag(name)} `) + (choices?.[0] ?? toPlaceholder(name)),
  );
  return [words.join(' ')];
}

/** Adds the command of an operation. What it prints goes to standard output. */
export function addOperationCommand(
  parent: Command,
  word: string,
  spec: CommandSpec,
  terminal: Terminal,
): void {
  const command = parent.command(word).summary(spec.summary);
  command.description([`${spec.summary}.`, spec.description].filter(Boolean).join('\n\n'));
  for (const field of spec.fields) {
    if (field.isArgument) command.argument(`<${toPlaceholder(field.name)}>`, field.description);
    else command.addOption(optionOf(field));
  }
  if (spec.fields.some(({ isArgument }) => !isArgument)) {
    command.option(
      '--json-input <JSON>',
      'The input as one JSON object, which may have null, or - to read it from standard input.',
    );
  }
  if (spec.isPaged) command.option('--all', 'Every item, page after page.');
  if (spec.isConditional)
    command.option('--if-match <ETAG>', 'Only if the task is still in this version: \'"7"\'.');
  if (!spec.hasNoOutput) {
    command.option('--fields <A,B>', 'Only these fields.', (text) => parsers.list(text) as string[]);
    command.option('--minimal', 'Only what a caller needs to go on.');
  }
  command.option('--json', 'JSON instead of text.');
  const lines = examplesOf(spec).map((words) => `  $ crewboard ${parent.name()} ${word} ${words}`.trimEnd());
  command.addHelpText('after', `\n${lines.length > 1 ? 'Examples' : 'Example'}:\n${lines.join('\n')}`);
  command.action(async (...args) => {
    // The last two are the options and the command.
    const positional = args.slice(0, -2) as string[];
    await runOperation(spec, positional, command.opts(), terminal);
  });
}

type Options = Fields & {
  json?: boolean;
  fields?: string[];
  minimal?: boolean;
  all?: boolean;
  ifMatch?: string;
  jsonInput?: string;
};

async function runOperation(
  spec: CommandSpec,
  positional: string[],
  options: Options,
  terminal: Terminal,
): Promise<void> {
  const input = await readInput(spec, positional, options, terminal);
  const missing = spec.fields.filter(({ name, isRequired }) => isRequired && input[name] === undefined);
  if (missing.length > 0) {
    throw new CliError(
      `missing ${missing.map(({ name }) => toFlag(name)).join(', ')}. See --help.`,
      exitCodes.usage,
    );
  }
  const { json, fields, minimal, all, ifMatch } = options;
  const callOptions: CallOptions = {
    maxRetries,
    ifMatch,
    fields: fields as never,
    ...(minimal && { prefer: 'minimal' }),
  };
  const [area = '', name = ''] = spec.id.split('.');
  const config = findConfig(terminal.env);
  const methods = (toClient(config) as unknown as Record<string, Record<string, Method>>)[area];
  const method = methods?.[all ? `${name}All` : name];
  if (!method) throw new Error(`There is no operation ${spec.id}.`);
  const context = { url: config.url, flagOf: (name: string) => flagOf(spec, name) };
  const result = await callService(context, async () => {
    const returned = method(input, callOptions);
    return Symbol.asyncIterator in returned ? await collect(returned) : await returned;
  });
  const nextCursor = Array.isArray(result) ? (result as Page<unknown>).nextCursor : undefined;
  if (!spec.hasNoOutput) terminal.stdout.write(`${formatResult(result, { json, fields })}\n`);
  if (nextCursor) terminal.stderr.write(`There are more: --cursor ${nextCursor}, or --all.\n`);
}

/** How the command line names a field of the input. */
function flagOf({ fields }: CommandSpec, name: string): string | undefined {
  const field = fields.find((each) => each.name === name);
  if (field?.isArgument) return toPlaceholder(name);
  return field || name === 'fields' ? toFlag(name) : undefined;
}

async function collect(items: AsyncIterable<unknown>): Promise<unknown[]> {
  const all: unknown[] = [];
  for await (const item of items) all.push(item);
  return all;
}

/** The input: that of --json-input, then the flags and arguments. */
async function readInput(
  spec: CommandSpec,
  positional: string[],
  options: Options,
  terminal: Terminal,
): Promise<Fields> {
  const { jsonInput } = options;
  const text = jsonInput === '-' ? await readAll(terminal.stdin) : jsonInput;
  const input = text === undefined ? {} : parseInput(text);
  const names = spec.fields.filter(({ isArgument }) => isArgument).map(({ name }) => name);
  for (const [index, name] of names.entries()) input[name] = positional[index];
  for (const field of spec.fields) {
    const value = options[keyOf(field)];
    if (!field.isArgument && value !== undefined) input[field.name] = value;
  }
  return input;
}

function parseInput(text: string): Fields {
  try {
    return parseObject(text);
  } catch {
    throw new CliError('--json-input must be one JSON object.', exitCodes.usage);
  }
}
