/** How the text of a flag becomes a value: a list is separated by commas, one of objects is JSON. */
export type FieldKind = 'text' | 'number' | 'boolean' | 'list' | 'json' | 'objects';

/** A field of the input of an operation. */
export type FieldSpec = {
  name: string;
  kind: FieldKind;
  /** Whether it stands in the path, and so after the command, without a flag. */
  isArgument?: boolean;
  isRequired?: boolean;
  description?: string;
  choices?: readonly string[];
  /** Of a text that may have several lines, in characters: it can also be read from a file or standard input. */
  maxLength?: number;
  /** Sent when the flag is absent. The value `none` omits the field. */
  defaultValue?: number;
  /** Whether it is the default project when the flag is absent. */
  hasDefaultProject?: boolean;
};

/** The command of an operation, generated from the contracts. */
export type CommandSpec = {
  /** That of the operation: tasks.claimNext. */
  id: string;
  summary: string;
  description?: string;
  fields: readonly FieldSpec[];
  isPaged?: boolean;
  /** Whether it takes a version of the task that it applies to. */
  isConditional?: boolean;
  hasNoOutput?: boolean;
  /** Whether it extends the lease of the task that it names, if the caller holds it. */
  extendsLease?: boolean;
  /** What may follow the command. */
  examples?: readonly string[];
};

/** A name of the contracts as a word of the command line: claimNext → claim-next. */
export const toWord = (name: string): string =>
  name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

/** A field as its placeholder: taskId → TASK_ID. */
export const toPlaceholder = (name: string): string => toWord(name).replaceAll('-', '_').toUpperCase();

/** `--lease-seconds`; the team has a shorter one. */
export const toFlag = (name: string): string => (name === 'teamId' ? '--team' : `--${toWord(name)}`);
