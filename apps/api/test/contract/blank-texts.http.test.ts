import { describe, expect, it } from 'vitest';
import { expectProblem, useApi } from '../harness.ts';

const api = useApi();

const blanks: [name: string, text: string][] = [
  ['white space', ' \t\n\u00a0\u2003\u3000'],
  ['zero-width spaces', '\u200b\u200b'],
  ['zero-width joiners', '\u200c\u200d\u2060'],
  ['a byte order mark', '\ufeff'],
  ['directional marks', '\u200e\u202e\u2066'],
  ['soft hyphens', '\u00ad'],
  ['Hangul fillers', '\u115f\u3164\uffa0'],
  ['variation selectors', '\ufe0f\u{e0100}'],
  ['tags', '\u{e0001}\u{e0041}'],
  ['control characters', '\u0001\u007f'],
  ['an empty Braille pattern', '\u2800'],
];
const visible = ['\u200bé', '👩‍👩‍👧', 'می‌خواهم', '.', '\u0301'];

describe('rejects a title or name without visible characters with 400', () => {
  it.each(blanks)('%s', async (_name, text) => {
    const { teamId, projectId, apiKey: token } = await api().createTeam();
    const taskId = await api().createTask({ teamId, projectId, apiKey: token });
    const before = await api().stored();
    for (const [method, path, body, field] of [
      ['POST', `/api/teams/${teamId}/tasks`, { title: text, projectId }, 'title'],
      ['PATCH', `/api/tasks/${taskId}`, { title: text }, 'title'],
      ['POST', `/api/teams/${teamId}/agents`, { name: text }, 'name'],
      ['POST', `/api/teams/${teamId}/projects`, { name: text }, 'name'],
      ['POST', `/api/tasks/${taskId}/comments`, { body: text }, 'body'],
    ] as const) {
      const problem = expectProblem(
        await api().request(method, path, { token, body }),
        400,
        'VALIDATION_ERROR',
      );
      expect(problem.errors).toEqual([{ path: field, message: 'must not be blank' }]);
    }
    expect(await api().stored()).toEqual(before);
  });

  it.each(visible)('accepts %s', async (text) => {
    const { teamId, projectId, apiKey: token } = await api().createTeam();
    const reply = await api().request('POST', `/api/teams/${teamId}/tasks`, {
      token,
      body: { title: text, projectId },
    });
    expect([reply.status, (reply.body as { title: string }).title]).toEqual([201, text]);
  });
});
