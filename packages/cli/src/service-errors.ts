import { ConnectionError, CrewboardError, isTransient } from '@crewboard/sdk';
import { addressHint } from './config.ts';
import { CliError, exitCodeOf, exitCodes } from './exit-codes.ts';
import { remedies } from './generated/commands.ts';
import { toLine } from './print.ts';

/** What of a command line explains the errors of its calls. */
export type CallContext = {
  url: string;
  /** The flag or argument of a field. */
  flagOf?: (field: string) => string | undefined;
  /** What to do instead of the usual, by the code of the error. */
  remedies?: Readonly<Record<string, string>>;
  /** The API has what is called: where it is not found, something else listens. */
  isAlwaysFound?: boolean;
};

/** Calls the service. Throws errors with flags instead of fields, and a wrong address as a usage error. */
export async function callService<Result>(
  context: CallContext,
  call: () => Promise<Result>,
): Promise<Result> {
  try {
    return await call();
  } catch (error) {
    throw toCliError(error, context);
  }
}

function toCliError(error: unknown, context: CallContext): unknown {
  const wrongAddress = findWrongAddress(error, context);
  if (wrongAddress) return new CliError(wrongAddress, exitCodes.usage);
  if (error instanceof ConnectionError)
    return new CliError(
      `${toLine(error.message)}\n  Check that the service runs, and its address.`,
      exitCodeOf(error),
    );
  if (error instanceof CrewboardError) return new CliError(describe(error, context), exitCodeOf(error));
  return error;
}

/** The message where something else responds at the address. */
function findWrongAddress(error: unknown, { isAlwaysFound, url }: CallContext): string | undefined {
  if (error instanceof ConnectionError) return error.hasResponse ? toLine(error.message) : undefined;
  if (!(error instanceof CrewboardError)) return undefined;
  const { code, detail } = error;
  if (code === 'NOT_FOUND' && isAlwaysFound)
    return `${url} is not the API of Crewboard: it does not know this path.\n  ${addressHint}`;
  return code === 'UNKNOWN' && !isTransient(error) ? toLine(detail) : undefined;
}

/** What happened, where the text of the API is about routes and headers. */
const details: Readonly<Record<string, string>> = {
  NOT_FOUND: 'Nothing in your team has this id.',
  INVALID_CURSOR:
    'No item of this list has this id. An event may have been lost when the database was restored or failed over.',
};

/** What happened, then what to do. */
function describe(error: CrewboardError, { flagOf, remedies: own, url }: CallContext): string {
  const { code, requestId, errors, detail } = error;
  const fields = errors.map(({ path, message }) => toLine(`${nameField(path, flagOf)} ${message}`));
  if (fields.length === 1) return `${code}: ${fields[0]}.`;
  if (fields.length > 1) return [`${code}:`, ...fields].join('\n  ');
  const hasPath = new URL(url).pathname !== '/';
  const lines = [
    own?.[code] ?? remedies[code],
    code === 'NOT_FOUND' && hasPath && `The address of the API usually has no path, as ${url} has.`,
    requestId && `Request ${toLine(requestId)}`,
  ];
  return [`${code}: ${toLine(details[code] ?? detail)}`, ...lines.filter(Boolean)].join('\n  ');
}

/** `limit` → --limit, `eventTypes.0` → --event-types, `complete.result` → --complete: result, the whole input → nothing. */
function nameField(path: string, flagOf: CallContext['flagOf']): string {
  if (path === '') return '';
  const [field = '', ...inside] = path.split('.').filter((part) => !/^\d+$/.test(part));
  const name = flagOf?.(field) ?? field;
  return inside.length > 0 ? `${name}: ${inside.join('.')}` : name;
}
