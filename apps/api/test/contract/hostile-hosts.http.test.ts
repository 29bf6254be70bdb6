import { readTrustProxy } from '@crewboard/client-address';
import type { Problem } from '@crewboard/contracts';
import { expect, it } from 'vitest';
import { type TestApi, useApi } from '../harness.ts';
import { exchange, httpRequest } from '../support/wire.ts';

const trustProxy = readTrustProxy('true');
const api = useApi({ trustProxy });
const configured = useApi({ publicUrl: 'https://api.example/crew', trustProxy });

/** The responses to a page and an error when the Host header, or that of a proxy, is forged. */
async function requestWithForeignHost(at: TestApi) {
  const team = await at.createTeam();
  await Promise.all([at.createTask(team), at.createTask(team)]);
  const request = (path: string, token?: string) =>
    Buffer.from(
      httpRequest('GET', path, {
        ...(token && { token }),
        headers: [
          ['X-Forwarded-Host', 'evil.test'],
          ['X-Forwarded-Proto', 'https'],
        ],
      })
        .toString()
        .replace('Host: crewboard.test', 'Host: evil.test'),
    );
  const path = `/api/teams/${team.teamId}/agents`;
  const list = await exchange(at.url, request(`/api/teams/${team.teamId}/tasks?limit=1`, team.apiKey));
  const error = await exchange(at.url, request(path));
  const noHttp = await exchange(at.url, 'GET /api/me now HTTP/1.1\r\nHost: evil.test\r\n\r\n');
  expect(
    JSON.stringify([list, error, noHttp].map(({ headers, text }) => [[...headers], text])),
  ).not.toContain('evil');
  return {
    link: list.headers.get('link'),
    types: [error, noHttp].map(({ body }) => (body as Problem).type),
    teamId: team.teamId,
  };
}

it('uses relative references in the type of a problem and in Link without a public URL', async () => {
  const { link, types, teamId } = await requestWithForeignHost(api());
  expect(link).toMatch(new RegExp(`^</api/teams/${teamId}/tasks\\?limit=1&cursor=[^>]+>; rel="next"$`));
  expect(types).toEqual(['/docs/errors#unauthenticated', '/docs/errors#bad-request']);
});

it('uses the public URL in both when it is set', async () => {
  const { link, types, teamId } = await requestWithForeignHost(configured());
  expect(link?.startsWith(`<https://api.example/crew/api/teams/${teamId}/tasks?limit=1&cursor=`)).toBe(true);
  expect(types).toEqual([
    'https://api.example/crew/docs/errors#unauthenticated',
    'https://api.example/crew/docs/errors#bad-request',
  ]);
});
