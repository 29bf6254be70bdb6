import { restOperations } from '@crewboard/contracts';
import { operations } from '@crewboard/sdk';
import { describe, expect, it } from 'vitest';
import { type Difference, differences, expectedFields, type InterfaceName } from './differences.ts';
import { commandFields, contractFields, mcpFields, restFields, sdkFields } from './interfaces.ts';

const readers = { REST: restFields, MCP: mcpFields, Command: commandFields, SDK: sdkFields };
const names = Object.keys(readers) as InterfaceName[];
const applied = new Set<Difference>();

describe.each(names)('the inputs of %s', (name) => {
  it.each(restOperations.map((operation) => [operation.id, operation] as const))(
    '%s has the names, types, bounds and required fields of its contract',
    (_, operation) => {
      const actual = readers[name](operation);
      if (actual) expect(actual).toEqual(expectedFields(name, operation, contractFields(operation), applied));
    },
  );
});

it('every listed difference exists', () => {
  expect(differences.filter((difference) => !applied.has(difference))).toEqual([]);
});

it('the routes of the SDK are those of the contracts', () => {
  const routes = restOperations.map(({ id, rest: { method, path, waitField, stream }, paging }) => {
    const route = { method, path, ...(paging && { isPaged: true }), ...(waitField && { waitField }) };
    return [id, { ...route, ...(stream && { stream }) }];
  });
  expect(operations).toEqual(Object.fromEntries(routes));
});
