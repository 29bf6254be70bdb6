/**
 * How the text of a flag is parsed. `list`: separated by commas; `json`: an object; `objects`: a JSON array of objects.
 */
export type FieldKind = 'text' | 'number' | 'boolean' | 'list' | 'json' | 'objects';

/** A field of the input of an operation. */
export type FieldSpec = {
  name: string;
  kind: FieldKind;
  /** Whether it is an argument after the command instead of a flag: a field of the path. */
  isArgument?: boolean;
  isRequired?: boolean;
  description?: string;
  choices?: readonly string[];
  /** In characters, for texts that may have several lines: they can also come from a file or standard input. */
  maxLength?: number;
  /** Sent when the flag is absent. The value `none` omits the field. */
  defaultValue?: number;
  /** Whether the default project is used when the flag is absent. */
  hasDefaultProject?: boolean;
};

/** The command of an operation, generated from the contracts. */
export type CommandSpec = {
  /** The id of the operation: tasks.claimNext. */
  id: string;
  summary: string;
  description?: string;
  fields: readonly FieldSpec[];
  isPaged?: boolean;
  /** Whether it has `--if-match`, to change a task only in a given version. */
  isConditional?: boolean;
  hasNoOutput?: boolean;
  /** Whether the command extends the lease of the task first, if the caller holds it (`extendLease`). */
  extendsLease?: boolean;
  /** Arguments and flags of examples in the help. */
  examples?: readonly string[];
};

/** A name of the contracts as a word of the command line: claimNext → claim-next. */
export const toWord = (name: string): string =>
  name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

/** A field as its placeholder: taskId → TASK_ID. */
export const toPlaceholder = (name: string): string => toWord(name).replaceAll('-', '_').toUpperCase();

/** A field as its flag: leaseSeconds → --lease-seconds. The team has a shorter one: --team. */
export const toFlag = (name: string): string => (name === 'teamId' ? '--team' : `--${toWord(name)}`);
