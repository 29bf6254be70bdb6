import { expect, it } from 'vitest';
import { fieldsOf, mcpTools, minimalFields, restOperations } from './index.ts';

const withBody = restOperations.filter((operation) => fieldsOf(operation).length > 0);

it('every operation with a body has minimal fields of its output', () => {
  expect(Object.keys(minimalFields).sort()).toEqual(withBody.map(({ id }) => id).sort());
  for (const operation of withBody) {
    expect(fieldsOf(operation)).toEqual(
      expect.arrayContaining([...minimalFields[operation.id as keyof typeof minimalFields]]),
    );
  }
});

it('every operation that may start an attempt declares the errors that stop one', () => {
  for (const id of ['claim', 'claimNext', 'complete', 'move', 'update'])
    expect(restOperations.find((operation) => operation.id === `tasks.${id}`)?.errors, id).toEqual(
      expect.arrayContaining(['TASK_ARCHIVED', 'PAUSED', 'TASK_NOT_CLAIMABLE', 'TASK_BLOCKED']),
    );
});

it('no input has the name of the parameter that selects fields', () => {
  for (const { input, id } of restOperations) {
    const shape = input && 'shape' in input ? Object.keys(input.shape as object) : [];
    expect(shape, id).not.toContain('fields');
  }
});

it('every operation with a route has an MCP tool, or says why not', () => {
  expect(Object.keys(mcpTools).sort()).toEqual(restOperations.map(({ id }) => id).sort());
});
