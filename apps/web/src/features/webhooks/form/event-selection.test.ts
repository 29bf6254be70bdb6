import { CreateWebhook } from '@crewboard/contracts';
import { describe, expect, test } from 'vitest';
import { eventTypesLabel, selectTypes, toEventSelection, toEventTypes } from './event-selection.ts';

describe('the events of an endpoint in its form', () => {
  test.each([
    ['completed', ['task.completed']],
    ['all', ['*']],
    ['chosen', ['task.created', 'task.completed', 'webhook.disabled']],
    ['chosen', ['agent.created']],
  ] as const)('are unchanged by the form: %s, %j', (scope, eventTypes) => {
    const selection = toEventSelection([...eventTypes]);
    expect(selection.scope).toBe(scope);
    expect(toEventTypes(selection)).toEqual(eventTypes);
  });

  test('default to completed tasks', () => {
    expect(toEventTypes(toEventSelection())).toEqual(['task.completed']);
  });

  test('keep one order, independent of the order of selection', () => {
    const selection = { scope: 'chosen' as const, chosen: ['webhook.tested', 'task.created'] };
    expect(toEventTypes(selection)).toEqual(['task.created', 'webhook.tested']);
  });

  test('are always valid for the API', () => {
    for (const scope of ['completed', 'all', 'chosen'] as const) {
      const eventTypes = toEventTypes({ scope, chosen: ['agent.created', 'unknown.type'] });
      expect(CreateWebhook.shape.eventTypes.safeParse(eventTypes).success).toBe(true);
    }
  });
});

test('labels event types', () => {
  expect(eventTypesLabel(['*'])).toBe('All events');
  expect(eventTypesLabel(['task.completed'])).toBe('task.completed');
  expect(eventTypesLabel(['task.created', 'task.moved', 'agent.created'])).toBe('3 event types');
});

test('selects a group as a whole, and keeps the others', () => {
  const group = ['agent.created', 'agent.updated'];
  expect(selectTypes(['task.moved', 'agent.created'], group, true)).toEqual(['task.moved', ...group]);
  expect(selectTypes(['task.moved', 'agent.created'], group, false)).toEqual(['task.moved']);
});
