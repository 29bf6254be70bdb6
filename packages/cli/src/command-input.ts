import { InvalidArgumentError } from 'commander';
import { type CommandSpec, type FieldSpec, toFlag } from './command-spec.ts';
import { findDefaultProject } from './config.ts';
import { CliError, exitCodes } from './exit-codes.ts';
import { isStdin, readText } from './read-text.ts';
import type { Terminal } from './terminal.ts';

/** For JSON, in characters: more than the body of any request may have. */
const maxInputLength = 1_024 ** 2;

/** The value of a project flag that selects all projects, instead of the default project. */
export const allProjects = 'all';

export type Fields = Record<string, unknown>;

/**
 * Filters that name tasks. With one of them, the default project does not apply, because the tasks may be in any
 * project.
 */
const taskFilters = ['ids', 'parentId', 'externalId', 'blockedBy'];

/** Parse the text of a flag, by the kind of its field. `readInput` reads long texts and lists of objects later. */
export const parsers: Record<FieldSpec['kind'], (text: string) => unknown> = {
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
  objects: (text) => text,
};

const isObject = (value: unknown): value is Fields =>
  value !== null && typeof value === 'object' && !Array.isArray(value);

/** Undefined for a text that is not JSON. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function parseObject(text: string): Fields {
  const value = parseJson(text);
  if (isObject(value)) return value;
  throw new InvalidArgumentError('It must be a JSON object.');
}

/** The name of a field among the options of commander. */
const optionName = (field: FieldSpec): string => (field.name === 'teamId' ? 'team' : field.name);

export type CommandLine = { positional: string[]; options: Fields & { jsonInput?: string } };

/**
 * The input of an operation: --json-input, overwritten by flags and arguments, then defaults. Throws a usage error if a
 * required field is missing.
 */
export async function readInput(
  spec: CommandSpec,
  { positional, options }: CommandLine,
  terminal: Terminal,
): Promise<Fields> {
  rejectSecondReader(spec, options);
  const { jsonInput } = options;
  const input = jsonInput === undefined ? {} : await readJsonInput(jsonInput, terminal);
  const names = spec.fields.filter(({ isArgument }) => isArgument).map(({ name }) => name);
  for (const [index, name] of names.entries()) input[name] = positional[index];
  for (const field of spec.fields) {
    const value = options[optionName(field)];
    if (field.isArgument || value === undefined) continue;
    input[field.name] = await readValue(field, value, terminal);
  }
  for (const field of spec.fields) addDefault(field, input, terminal);
  requireFields(spec, input);
  return input;
}

/** Whether the value of the flag may come from a file or standard input. */
const isReadable = ({ maxLength, kind }: FieldSpec): boolean => Boolean(maxLength) || kind === 'objects';

function readValue(field: FieldSpec, value: unknown, terminal: Terminal): unknown {
  const { name, maxLength, kind } = field;
  const flag = toFlag(name);
  if (kind === 'objects') return readObjects(String(value), flag, terminal);
  return maxLength ? readText(String(value), { flag, maxLength }, terminal) : value;
}

async function readObjects(value: string, flag: string, terminal: Terminal): Promise<Fields[]> {
  const objects = parseJson(await readText(value, { flag, maxLength: maxInputLength }, terminal));
  if (Array.isArray(objects) && objects.every(isObject)) return objects;
  throw new CliError(`${flag} must be a JSON array of objects.`, exitCodes.usage);
}

/** Standard input can only be read once. */
function rejectSecondReader({ fields }: CommandSpec, options: CommandLine['options']): void {
  const readers = fields.filter((field) => isReadable(field) && isStdin(options[optionName(field)]));
  const flags = readers.map(({ name }) => toFlag(name));
  if (isStdin(options.jsonInput)) flags.push('--json-input');
  if (flags.length > 1)
    throw new CliError(`Only one of ${flags.join(' and ')} can read standard input.`, exitCodes.usage);
}

async function readJsonInput(value: string, terminal: Terminal): Promise<Fields> {
  const text = await readText(value, { flag: '--json-input', maxLength: maxInputLength }, terminal);
  try {
    return parseObject(text);
  } catch {
    throw new CliError('--json-input must be one JSON object.', exitCodes.usage);
  }
}

function addDefault(field: FieldSpec, input: Fields, { env }: Terminal): void {
  const { name, defaultValue, hasDefaultProject, isRequired } = field;
  if (defaultValue !== undefined) {
    if (input[name] === undefined) input[name] = defaultValue;
    // Null and `none` mean no value, which the service expects as an absent field.
    else if (input[name] === null || input[name] === 'none') delete input[name];
  }
  // Where the project is required, a task is created: its `parentId` is no filter.
  if (!hasDefaultProject || (!isRequired && taskFilters.some((filter) => input[filter] !== undefined)))
    return;
  input[name] ??= findDefaultProject(env);
  if (!isRequired && input[name] === allProjects) delete input[name];
}

function requireFields({ fields }: CommandSpec, input: Fields): void {
  const missing = fields.filter(({ name, isRequired }) => isRequired && input[name] === undefined);
  if (missing.length === 0) return;
  const lines = [`missing ${missing.map(({ name }) => toFlag(name)).join(', ')}. See --help.`];
  if (missing.some(({ hasDefaultProject }) => hasDefaultProject))
    lines.push(
      '`crewboard projects list` shows the projects, `crewboard projects use PROJECT_ID` sets a default.',
    );
  throw new CliError(lines.join('\n  '), exitCodes.usage);
}
