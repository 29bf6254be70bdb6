import { HttpClient, type Reply } from '../abuse/support/http-client.ts';
import { CookieJar, signInToWeb } from '../abuse/support/web-sign-in.ts';

type Options = { url: string; email: string; password: string; teamId: string; projectId: string };

const extensions = ['.js', '.css', '.woff2'];

/** The files that a page names, quoted in its HTML and in its data. */
const filesOf = (page: string): string[] =>
  page
    .split(/["'\\]/)
    .filter((part) => part.startsWith('/_next/static/') && extensions.some((each) => part.endsWith(each)));

/**
 * A signed-in person, as their browser does: loads pages with the files that these name, and changes tasks over tRPC.
 * No request is repeated.
 */
export class WebPerson {
  readonly #options: Options;
  readonly #client: HttpClient;
  readonly #jar = new CookieJar();
  readonly #knownFiles = new Set<string>();
  #isOver = false;
  #loop: Promise<void> = Promise.resolve();
  requests = 0;
  /** What went wrong, with how often. */
  readonly failures = new Map<string, number>();
  /** The tasks whose creation was confirmed, with the last status that was confirmed. */
  readonly confirmed = new Map<string, string>();

  private constructor(options: Options) {
    this.#options = options;
    this.#client = new HttpClient({ url: options.url });
  }

  static async start(options: Options): Promise<WebPerson> {
    const person = new WebPerson(options);
    const { url, email, password } = options;
    const outcome = await signInToWeb({
      client: person.#client,
      webUrl: url,
      email,
      password,
      jar: person.#jar,
    });
    if (outcome !== 'in') throw new Error(`The sign-in ended with: ${outcome}`);
    person.#loop = person.#work();
    return person;
  }

  async end(): Promise<void> {
    this.#isOver = true;
    await this.#loop;
    this.#client.close();
  }

  async #work(): Promise<void> {
    const { teamId, projectId } = this.#options;
    while (!this.#isOver) {
      await this.#loadPage('/board');
      const created = await this.#mutate('tasks.create', { teamId, projectId, title: 'Of a person' });
      const task = created && (JSON.parse(created.text) as { result: { data: { id: string } } }).result.data;
      if (!task) continue;
      this.confirmed.set(task.id, 'todo');
      await this.#loadPage(`/board/tasks/${task.id}`);
      for (const status of ['in_progress', 'done'])
        if (await this.#mutate('tasks.move', { taskId: task.id, status }))
          this.confirmed.set(task.id, status);
    }
  }

  async #loadPage(path: string): Promise<void> {
    const page = await this.#send('GET', `/t/${this.#options.teamId}${path}`, 'a page');
    for (const file of filesOf(page?.text ?? '')) {
      if (this.#knownFiles.has(file)) continue;
      if (await this.#send('GET', file, 'a file of a page')) this.#knownFiles.add(file);
    }
  }

  #mutate(procedure: string, body: object): Promise<Reply | undefined> {
    return this.#send('POST', `/api/trpc/${procedure}`, procedure, JSON.stringify(body));
  }

  /** Undefined after anything but a success. */
  async #send(method: string, path: string, what: string, body?: string): Promise<Reply | undefined> {
    const { url, teamId } = this.#options;
    const headers = { Cookie: this.#jar.header, Origin: url, 'x-crewboard-team': teamId };
    this.requests += 1;
    const reply = await this.#client.send({ method, path, headers, body });
    if (reply.status === 200) return reply;
    const failure = `${what} ${reply.outcome}`;
    this.failures.set(failure, (this.failures.get(failure) ?? 0) + 1);
    return undefined;
  }
}
