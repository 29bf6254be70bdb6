import { signWebToken, type WebClaims } from '@crewboard/app-secret';
import { appSecret } from '../../harness.ts';

type Schema = { $ref?: string; properties?: Record<string, unknown> };
type Document = {
  paths: Record<string, Record<string, { requestBody?: { content: Record<string, { schema: Schema }> } }>>;
  components: { schemas: Record<string, Schema> };
};

/** Runs `admin` of the release with these arguments, and returns its JSON. */
export type Admin = (...args: string[]) => Record<string, string>;

export type Fields = Record<string, unknown> & { id: string };

/** Calls a running release by what its own `openapi.json` has: the fields and operations that it lacks are left out. */
export class ReleaseClient {
  readonly #url: string;
  readonly #document: Document;

  private constructor(url: string, document: Document) {
    this.#url = url;
    this.#document = document;
  }

  static async open(url: string): Promise<ReleaseClient> {
    return new ReleaseClient(url, (await (await fetch(`${url}/openapi.json`)).json()) as Document);
  }

  /** `route` is a method and a path of the document, whose parameters are filled in order with `ids`. */
  async send(token: string, route: string, ids: string[], body: object = {}, key?: string): Promise<Fields> {
    const known = this.#knownFields(route);
    if (!known) return { id: '' };
    const [method = '', path = ''] = route.split(' ');
    const rest = [...ids];
    const response = await fetch(`${this.#url}${path.replaceAll(/\{\w+\}/g, () => rest.shift() ?? '')}`, {
      method,
      headers: {
        Authorization: `Bearer ${token}`,
        ...(method !== 'GET' && { 'Content-Type': 'application/json' }),
        ...(key && { 'Idempotency-Key': key }),
      },
      body:
        method === 'GET'
          ? undefined
          : JSON.stringify(Object.fromEntries(Object.entries(body).filter(([name]) => known.has(name)))),
    });
    return this.#read(route, response);
  }

  /** A mutation over tRPC, as the web server calls it. A release that lacks it returns undefined. */
  async mutate(procedure: string, input: object, claims: WebClaims = {}): Promise<Fields | undefined> {
    const response = await fetch(`${this.#url}/trpc/${procedure}`, {
      method: 'POST',
      headers: {
        Authorization: `Bearer ${await signWebToken(appSecret, claims)}`,
        'Content-Type': 'application/json',
      },
      body: JSON.stringify(input),
    });
    if (response.status === 404) return undefined;
    const { result } = (await this.#read(procedure, response)) as unknown as { result: { data: Fields } };
    return result.data ?? { id: '' };
  }

  #knownFields(route: string): Set<string> | undefined {
    const [method = '', path = ''] = route.split(' ');
    const operation = this.#document.paths[path]?.[method.toLowerCase()];
    if (!operation) return undefined;
    const schema = operation.requestBody?.content['application/json']?.schema ?? {};
    const named = schema.$ref
      ? this.#document.components.schemas[schema.$ref.split('/').at(-1) ?? '']
      : schema;
    return new Set(Object.keys(named?.properties ?? {}));
  }

  async #read(what: string, response: Response): Promise<Fields> {
    const text = await response.text();
    if (!response.ok) throw new Error(`${what}: ${response.status} ${text}`);
    return text ? JSON.parse(text) : { id: '' };
  }
}
