import pg from 'pg';

/** The columns of a statement, and how its rows are built from them. */
type Description = { fields: pg.FieldDef[]; _parsers: unknown; _prebuiltEmptyResultObject: object };

/** Fields of a query that the types of pg omit. */
type QueryInternals = {
  name: string;
  values: unknown;
  callback: Callback | undefined;
  _result: Description | undefined;
  _results: unknown;
  _accumulateRows: boolean;
  hasBeenParsed(connection: object): boolean;
  prepare(connection: object): void;
  handleRowDescription(message: object): void;
  handleReadyForQuery(connection: object): void;
};
type Callback = (error: Error | null, result: pg.QueryResult) => void;
const Query = pg.Query as unknown as new (...args: unknown[]) => QueryInternals;

const describeNothing = () => undefined;

/**
 * A prepared statement that requests the description of its columns only once per connection. Describing the fifty
 * columns of a task took the server a tenth of the time of reading the task. The columns cannot change: PostgreSQL
 * rejects a prepared statement whose columns would.
 */
class DescriptionCachingQuery extends Query {
  readonly #known: Map<string, Description>;

  constructor(known: Map<string, Description>, ...args: unknown[]) {
    super(...args);
    this.#known = known;
  }

  override prepare(connection: { describe?: () => void }): void {
    const known = this.hasBeenParsed(connection) && this.#known.get(this.name);
    if (!known) {
      super.prepare(connection);
      return;
    }
    // Shadow the method of the connection for this call, so that pg sends no request for the description.
    connection.describe = describeNothing;
    try {
      super.prepare(connection);
    } finally {
      delete connection.describe;
    }
    Object.assign(this._result as Description, known);
    this._accumulateRows = true;
  }

  override handleRowDescription(message: object): void {
    super.handleRowDescription(message);
    const { fields, _parsers, _prebuiltEmptyResultObject } = this._result as Description;
    this.#known.set(this.name, { fields, _parsers, _prebuiltEmptyResultObject });
  }

  /**
   * Drops the parameters and rows after a success: see `DescriptionCachingClient`. After an error rows may still
   * arrive.
   */
  override handleReadyForQuery(connection: object): void {
    super.handleReadyForQuery(connection);
    this.values = undefined;
    this._result = undefined;
    this._results = undefined;
  }
}

/** Whether a query is a prepared statement. Others have no name, or are objects of pg that send themselves. */
const isStatement = (config: unknown): boolean => {
  const { name, submit } = Object(config) as { name?: unknown; submit?: unknown };
  return typeof name === 'string' && submit === undefined;
};

/** Returns a function that calls `callback` once, and then no longer refers to it. */
function once(callback: Callback): Callback {
  let waiting: Callback | undefined = callback;
  return (error, result) => {
    const call = waiting;
    waiting = undefined;
    call?.(error, result);
  };
}

/**
 * The client of a pool, whose statements are described once: see `DescriptionCachingQuery`. It also drops the data of
 * each finished query: pg assigns a function to a property of each query, which V8 creates among the old objects, and
 * minor garbage collections copy everything to which an old object refers.
 */
export class DescriptionCachingClient extends pg.Client {
  readonly #known = new Map<string, Description>();
  readonly #send = super.query as (query: unknown, ...args: unknown[]) => unknown;

  // biome-ignore lint/suspicious/noExplicitAny: pg overloads it for each kind of query.
  override query(config: unknown, ...args: unknown[]): any {
    if (!isStatement(config)) return this.#send(config, ...args);
    const query = new DescriptionCachingQuery(this.#known, config, ...args);
    if (query.callback) {
      query.callback = once(query.callback);
      return this.#send(query);
    }
    const result = new Promise((resolve, reject) => {
      query.callback = once((error, rows) => (error ? reject(error) : resolve(rows)));
      this.#send(query);
    });
    // Let the stack lead to the caller and not to the socket, as pg does.
    return result.catch((error: Error) => {
      Error.captureStackTrace(error);
      throw error;
    });
  }
}
