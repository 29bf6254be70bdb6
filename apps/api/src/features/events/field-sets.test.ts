import { EventByType } from '@crewboard/contracts';
import { describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { newestFieldSet, nullableFieldsOf, restoreFields } from './field-sets.ts';

/** The subjects of events, without events of deletions, whose snapshots are the id alone. */
const subjects = EventByType.options
  .map(({ shape }) => ({
    subject: shape.subject.shape.type.value,
    fields: (shape.snapshot as z.ZodObject).shape,
  }))
  .filter(({ fields }) => Object.keys(fields).length > 1);

/** The order of the keys of jsonb. */
const byLength = (a: string, b: string) => a.length - b.length || (a < b ? -1 : 1);

describe.each(subjects)('the newest set of $subject', ({ subject, fields }) => {
  it('has the fields that may be null in the contract, in the order of jsonb', () => {
    const nullable = Object.entries(fields as Record<string, z.ZodType>)
      .filter(([, schema]) => schema.safeParse(null).success)
      .map(([field]) => field);
    expect(nullableFieldsOf(subject)).toEqual(nullable.sort(byLength));
  });
});

it.each([
  ['task', ['result', 'description', 'leaseExpiresAt', 'needsAttention', 'assignedAgentId']],
  ['agent', ['description', 'lastActiveAt', 'tokenExpiresAt', 'previousTokenUntil']],
  ['project', ['description', 'maxAttempts']],
] as const)('the first set of %s stays as events were written with it', (subject, fields) => {
  expect(nullableFieldsOf(subject, 1)).toEqual(fields);
});

const stored = { subjectType: 'project', fieldSet: 1, changes: null } as const;

describe('restoreFields', () => {
  it('adds the absent fields of the set at their places in the order of jsonb', () => {
    const snapshot = { id: 'p1', name: 'Project', createdAt: 'today' };
    const restored = restoreFields({ ...stored, snapshot });
    expect(JSON.stringify(restored.snapshot)).toBe(
      '{"id":"p1","name":"Project","createdAt":"today","description":null,"maxAttempts":null}',
    );
  });

  it('keeps values, and fields that are in no set', () => {
    const snapshot = { description: 'Text', maxAttempts: 0, whatALaterVersionAdded: { of: null } };
    expect(restoreFields({ ...stored, snapshot }).snapshot).toEqual(snapshot);
  });

  it('uses the newest known set for a number that a later version has written', () => {
    const fieldSet = newestFieldSet('project') + 1;
    const { snapshot } = restoreFields({ ...stored, fieldSet, snapshot: { id: 'p1' } });
    expect(Object.keys(snapshot)).toEqual(['id', ...nullableFieldsOf('project')]);
  });

  it('takes the value after a change from the snapshot, and null if the snapshot does not have the field', () => {
    const { changes } = restoreFields({
      ...stored,
      snapshot: { name: 'After' },
      changes: { name: { before: 'Before' }, maxAttempts: { before: 3 }, reason: { after: 'Why' } },
    });
    expect(changes).toEqual({
      name: { before: 'Before', after: 'After' },
      maxAttempts: { before: 3, after: null },
      reason: { before: null, after: 'Why' },
    });
  });
});
