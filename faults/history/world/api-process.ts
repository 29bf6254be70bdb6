import { ServerProcess } from '../../abuse/support/server-process.ts';

type Options = { url: string; databaseUrl: string; appSecret: string; logFile: string };

const maxStarts = 5;

/** apps/api/src/main.ts on a port that stays the same, without the delivery of webhooks and without limits. */
export class ApiProcess {
  readonly url: string;
  readonly #options: Options;
  #server: ServerProcess | undefined;
  #onChange: () => void;
  isUp = false;

  constructor(options: Options, onChange: () => void) {
    this.url = options.url;
    this.#options = options;
    this.#onChange = onChange;
  }

  /** Resolves once it is ready. Throws when it does not start. */
  async start(): Promise<void> {
    const { url, databaseUrl, appSecret, logFile } = this.#options;
    this.#server = await ServerProcess.start({
      script: 'apps/api/src/main.ts',
      env: {
        NODE_ENV: 'production',
        NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
        LOG_LEVEL: 'fatal',
        APP_SECRET: appSecret,
        DATABASE_URL: databaseUrl,
        API_PORT: new URL(url).port,
        RATE_LIMIT_PER_MINUTE: '0',
        WEBHOOK_DELIVERY: 'worker',
      },
      readyUrl: `${url}/readyz`,
      logFile,
    });
    this.isUp = true;
    this.#onChange();
  }

  /** Kills it and starts it again: more than once while the database is down, when it ends by itself. */
  async crash(): Promise<void> {
    this.isUp = false;
    this.#onChange();
    await this.#server?.kill();
    for (let attempt = 1; !this.isUp; attempt += 1) {
      await this.start().catch((error: Error) => {
        if (attempt === maxStarts) throw error;
      });
    }
  }

  /** Finishes the requests in flight. */
  async stop(): Promise<void> {
    await this.#server?.stop();
  }
}
