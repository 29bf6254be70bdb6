import type { HttpClient, Reply } from './http-client.ts';

/** The cookies of a browser. */
export class CookieJar {
  readonly #cookies = new Map<string, string>();

  keep({ headers }: Reply): void {
    for (const line of headers['set-cookie'] ?? []) {
      const [pair = ''] = line.split(';', 1);
      const [name = '', ...value] = pair.split('=');
      this.#cookies.set(name, value.join('='));
    }
  }

  get header(): string {
    return [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  }

  /** The cookies that remain after the person signed out. */
  forgetSession(): void {
    for (const name of this.#cookies.keys())
      if (name.includes('crewboard-session')) this.#cookies.delete(name);
  }
}

type SignIn = {
  client: HttpClient;
  webUrl: string;
  email: string;
  password: string;
  jar?: CookieJar;
  headers?: Record<string, string>;
};

/** Fetches the CSRF token that a sign-in must send; undefined if the response has none. */
async function fetchCsrfToken({ client, jar, headers }: SignIn & { jar: CookieJar }) {
  const reply = await client.send({ path: '/api/auth/csrf', headers: { ...headers, Cookie: jar.header } });
  jar.keep(reply);
  if (reply.status !== 200) return undefined;
  return (JSON.parse(reply.text) as { csrfToken: string }).csrfToken;
}

/**
 * Signs in over HTTP as the form does: `in`, `rejected`, `not checked` if the web server got no decision of the API, or
 * the status or end of a request that failed.
 */
export async function signInToWeb(signIn: SignIn): Promise<string> {
  const { client, webUrl, email, password, jar = new CookieJar(), headers } = signIn;
  const csrfToken = await fetchCsrfToken({ ...signIn, jar });
  if (csrfToken === undefined) return 'no csrf token';
  const body = new URLSearchParams({ csrfToken, email, password, json: 'true', callbackUrl: webUrl });
  const reply = await client.send({
    method: 'POST',
    path: '/api/auth/callback/credentials',
    headers: {
      ...headers,
      Origin: webUrl,
      Cookie: jar.header,
      'Content-Type': 'application/x-www-form-urlencoded',
    },
    body: body.toString(),
  });
  if (reply.status === 200) {
    jar.keep(reply);
    return 'in';
  }
  if (reply.status !== 401) return reply.outcome;
  const { url } = JSON.parse(reply.text) as { url: string };
  return new URL(url).searchParams.get('error') === 'CredentialsSignin' ? 'rejected' : 'not checked';
}
