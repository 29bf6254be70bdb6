import { signWebToken, type WebClaims } from '@crewboard/app-secret';
import type { MemberRole, Problem } from '@crewboard/contracts';
import { newId } from '@crewboard/db';
import { hashSync } from '@node-rs/argon2';
import { createUserWithHash } from '../../src/features/accounts/create-user.ts';
import { appSecret, type TestApi } from '../harness.ts';

/** The password of every person in tests. */
export const password = 'correct-horse-battery';
/** With the least work: it is verified hundreds of times. */
const passwordHash = hashSync(password, { memoryCost: 8, timeCost: 1, parallelism: 1 });

/** A person with a new account in the team. */
export async function createPerson(api: TestApi, teamId: string, role: MemberRole) {
  const email = `${role}-${crypto.randomUUID()}@crewboard.test`;
  const input = { teamId, role, email, name: `The ${role}`, passwordHash };
  const { userId } = await createUserWithHash({ ctx: { db: api.db }, input });
  return { userId, email };
}

/** The token, or the one that the web server signs for these claims; undefined without a credential. */
export async function bearerOf(caller: WebClaims | string | null): Promise<string | undefined> {
  const hasClaims = caller !== null && typeof caller === 'object';
  return hasClaims ? signWebToken(appSecret, caller) : (caller ?? undefined);
}

export type CallResult = { status: number; data: unknown; problem: Problem | undefined };

/** Calls a procedure over tRPC, as the web server does with these claims, or with the given token. */
export async function call(
  api: TestApi,
  [type, procedure]: ['query' | 'mutation' | 'subscription', string],
  input: unknown,
  caller: WebClaims | string | null,
): Promise<CallResult> {
  const token = await bearerOf(caller);
  const query = type !== 'mutation' && input !== undefined;
  const path = `/trpc/${procedure}${query ? `?input=${encodeURIComponent(JSON.stringify(input))}` : ''}`;
  if (type === 'subscription') return firstMessage(`${api.url}${path}`, token);
  const reply = await api.request(type === 'query' ? 'GET' : 'POST', path, {
    token,
    body: type === 'query' ? undefined : (input ?? {}),
  });
  const body = reply.body as { result?: { data: unknown }; error?: { data: { problem: Problem } } };
  return { status: reply.status, data: body.result?.data, problem: body.error?.data.problem };
}

/** The first message of a stream, or the error; closes the stream. */
async function firstMessage(url: string, token: string | undefined): Promise<CallResult> {
  const closing = new AbortController();
  const headers = token ? { Authorization: `Bearer ${token}` } : undefined;
  const response = await fetch(url, { headers, signal: closing.signal });
  let text = '';
  for await (const chunk of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
    text += chunk;
    const blocks = text.split('\n\n').slice(0, -1);
    const message = blocks.find(
      (block) => /^data: |^event: serialized-error/m.test(block) && !/^event: connected/m.test(block),
    );
    const data = message && /^data: (.+)$/m.exec(message)?.[1];
    if (!data) continue;
    closing.abort();
    const body = JSON.parse(data);
    if (!message.includes('serialized-error'))
      return { status: response.status, data: body, problem: undefined };
    return { status: body.data.httpStatus, data: undefined, problem: body.data.problem };
  }
  throw new Error(`The stream ended without a message: ${text}`);
}

/** Opens a session as the web server does. */
export async function signIn(api: TestApi, email: string, address = '192.0.2.1', secret = password) {
  return call(api, ['mutation', 'accounts.signIn'], { email, password: secret, address }, {});
}

/** The id of a new session, without the work of checking a password. */
export async function openSession(api: TestApi, userId: string): Promise<string> {
  const session = newId();
  await api.db.pool.query(
    `insert into sessions (id, user_id, expires_at) values ($1, $2, now() + interval '1 hour')`,
    [session, userId],
  );
  return session;
}

/** The id of a new session of this person, who signs in. */
export async function sessionOf(api: TestApi, email: string): Promise<string> {
  const { data } = await signIn(api, email);
  return (data as { sessionId: string }).sessionId;
}
