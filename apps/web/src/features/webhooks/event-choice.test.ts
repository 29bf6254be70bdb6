import { CreateWebhook } from '@crewboard/contracts';
import { describe, expect, test } from 'vitest';
import { eventTypesWords, readEventTypes, withAll, writeEventTypes } from './event-choice.ts';

describe('the events of an endpoint in its form', () => {
  test.each([
    ['completed', ['task.completed']],
    ['all', ['*']],
    ['chosen', ['task.created', 'task.completed', 'webhook.disabled']],
    ['chosen', ['agent.created']],
  ] as const)('as %s come back as they were: %j', (scope, eventTypes) => {
    const choice = readEventTypes([...eventTypes]);
    expect(choice.scope).toBe(scope);
    expect(writeEventTypes(choice)).toEqual(eventTypes);
  });

  test('of a new one are completed tasks', () => {
    expect(writeEventTypes(readEventTypes())).toEqual(['task.completed']);
  });

  test('are named in one order, whatever the order of the clicks', () => {
    const choice = { scope: 'chosen' as const, chosen: ['webhook.tested', 'task.created'] };
    expect(writeEventTypes(choice)).toEqual(['task.created', 'webhook.tested']);
  });

  test('are always ones that the API takes', () => {
    for (const scope of ['completed', 'all', 'chosen'] as const) {
      const eventTypes = writeEventTypes({ scope, chosen: ['agent.created', 'nonsense'] });
      expect(CreateWebhook.shape.eventTypes.safeParse(eventTypes).success).toBe(true);
    }
  });
});

test('the words for event types', () => {
  expect(eventTypesWords(['*'])).toBe('All events');
  expect(eventTypesWords(['task.completed'])).toBe('task.completed');
  expect(eventTypesWords(['task.created', 'task.moved', 'agent.created'])).toBe('3 event types');
});

test('a group is ticked as a whole and leaves the others as they are', () => {
  const group = ['agent.created', 'agent.updated'];
  expect(withAll(['task.moved', 'agent.created'], group, true)).toEqual(['task.moved', ...group]);
  expect(withAll(['task.moved', 'agent.created'], group, false)).toEqual(['task.moved']);
});
