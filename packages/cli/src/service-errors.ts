import { ConnectionError, CrewboardError, isTransient } from '@crewboard/sdk';
import { addressHint } from './config.ts';
import { CliError, exitCodeOf, exitCodes } from './exit-codes.ts';
import { remedies } from './generated/commands.ts';
import { toLine } from './print.ts';

/** What error messages need to know of the command line. */
export type CallContext = {
  url: string;
  /** The flag or argument of a field of the input. */
  flagOf?: (field: string) => string | undefined;
  /** Remedies that replace the usual ones, by error code. */
  remedies?: Readonly<Record<string, string>>;
  /** Whether the API always has the called path, so that NOT_FOUND means that something else listens at the URL. */
  isAlwaysFound?: boolean;
};

/**
 * Calls the service. Its errors are thrown as CliErrors that name flags instead of fields; a wrong URL is a usage
 * error.
 */
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

/** The message if something else than the API responds at the URL. */
function findWrongAddress(error: unknown, { isAlwaysFound, url }: CallContext): string | undefined {
  if (error instanceof ConnectionError) return error.hasResponse ? toLine(error.message) : undefined;
  if (!(error instanceof CrewboardError)) return undefined;
  const { code, detail } = error;
  if (code === 'NOT_FOUND' && isAlwaysFound)
    return `${url} is not the API of Crewboard: it does not know this path.\n  ${addressHint}`;
  return code === 'UNKNOWN' && !isTransient(error) ? toLine(detail) : undefined;
}

/** Replaces details of the API that are about routes and headers. */
const details: Readonly<Record<string, string>> = {
  NOT_FOUND: 'Nothing in your team has this id.',
  INVALID_CURSOR:
    'No item of this list has this id. An event may have been lost when the database was restored or failed over.',
};

/** The error message: what happened, then what to do. */
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

/**
 * `limit` → --limit, `eventTypes.0` → --event-types, `complete.result` → --complete: result, the whole input →
 * nothing.
 */
function nameField(path: string, flagOf: CallContext['flagOf']): string {
  if (path === '') return '';
  const [field = '', ...inside] = path.split('.').filter((part) => !/^\d+$/.test(part));
  const name = flagOf?.(field) ?? field;
  return inside.length > 0 ? `${name}: ${inside.join('.')}` : name;
}
