import { expect, it } from 'vitest';
import { formatResult } from '../src/print.ts';

it('shows a text of several lines as it is, indented below its name', () => {
  const task = { id: 't1', description: 'Two\n\tlines\r\n\n  - a\n', result: 'one', status: 'done' };
  expect(formatResult(task, {})).toBe(
    [
      ...['id           t1', 'description', '  Two', '  \tlines', '', '    - a'],
      ...['result       one', 'status       done'],
    ].join('\n'),
  );
});

it('a text of several lines can neither control the terminal nor look like another field', () => {
  const text = formatResult(
    { result: 'a\u001b[2J\u0007\rstatus  done\n\u202estatus  done\u2028\u0085x' },
    {},
  );
  expect(text.split('\n')).toEqual(['result', '  a [2J  status  done', '   status  done  x']);
  expect(text).not.toMatch(/[^\P{Cc}\n]|\p{Cf}/u);
});

const ada = { kind: 'agent', id: 'a1', name: 'Ada' };

it('shows the time, type, subject and actor of events', () => {
  const event = { id: '8-1', type: 'task.created', subject: { type: 'task', id: 't1' }, actor: ada };
  const events = [
    { ...event, snapshot: { id: 't1', title: 'Say hello' }, createdAt: 'today' },
    { ...event, snapshot: {}, actor: { kind: 'system', id: null, name: null }, createdAt: 'now' },
  ];
  expect(formatResult(events, {}).split('\n')).toEqual([
    'id   type          subject    actor   createdAt',
    '8-1  task.created  Say hello  Ada     today',
    '8-1  task.created  task t1    system  now',
  ]);
});

it('shows the author of a comment', () => {
  const comment = { id: 'c1', taskId: 't1', body: 'Half of it', author: ada, createdAt: 'today' };
  expect(formatResult([comment], {}).split('\n')).toEqual([
    'id  author  body        createdAt',
    'c1  Ada     Half of it  today',
  ]);
  expect(formatResult(comment, {})).toContain('author     Ada (a1)\n');
});

it('shows the event types of a webhook, separated by commas', () => {
  const webhook = { id: 'w1', url: 'https://example.com', eventTypes: ['task.created', 'task.claimed'] };
  expect(formatResult(webhook, {})).toContain('eventTypes  task.created,task.claimed');
  expect(formatResult([webhook], {})).toMatch(/^id +url +eventTypes\n.* task\.created,task\.claimed$/);
});

it('shows an object without a name as JSON, below its field', () => {
  expect(formatResult({ id: 'd1', request: { url: 'https://example.com', headers: {} } }, {})).toBe(
    'id       d1\nrequest\n  {\n    "url": "https://example.com",\n    "headers": {}\n  }',
  );
});

it('shows the reason of a pause', () => {
  const pause = { at: 'today', reason: 'Wrong\u001b branch', mode: 'finish', by: ada };
  const agents = [
    { id: 'a1', name: 'Ada', status: 'active', paused: pause },
    { id: 'a2', name: 'Bob', status: 'active', paused: null },
  ];
  expect(formatResult(agents, {}).split('\n')).toEqual([
    ...['id  name  status  paused', 'a1  Ada   active  Wrong branch', 'a2  Bob   active'],
  ]);
});
