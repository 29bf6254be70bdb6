import type { RestOperation } from '@crewboard/contracts';
import { bounds, type Field, type Fields } from './fields.ts';

export type InterfaceName = 'REST' | 'MCP' | 'Command' | 'SDK';

export type Difference = {
  interfaces: InterfaceName[];
  /** What the interface has otherwise, and why. */
  text: string;
  /** A field as the interface has it; undefined if it has none. */
  change: (field: Field, path: string, operation: RestOperation) => Field | undefined;
};

const without = (field: Field, ...names: (keyof Field)[]): Field =>
  Object.fromEntries(Object.entries(field).filter(([name]) => !(names as string[]).includes(name))) as Field;

const neverNull = (field: Field): Field => ({
  ...field,
  types: field.types.filter((type) => type !== 'null'),
});

const maxInteger = 2_147_483_647;

/** Everything in which the input of an interface may differ from the contract of its operation. */
export const differences: Difference[] = [
  {
    interfaces: ['MCP'],
    text: 'no `teamId`: a credential has one team',
    change: (field, path) => (path === 'teamId' ? undefined : field),
  },
  {
    interfaces: ['MCP'],
    text: 'no `include`: a task has the instructions of its project, how its last attempt ended, and the results of what it has waited for',
    change: (field, path) => (path === 'include' ? undefined : field),
  },
  {
    interfaces: ['MCP'],
    text: 'no `wait` of a list: `wait_for_tasks` waits 25 seconds',
    change: (field, path, { id }) => (path === 'wait' && id === 'tasks.list' ? undefined : field),
  },
  {
    interfaces: ['SDK', 'Command'],
    text: '`teamId` may be left out: it is that of the token',
    change: (field, path) => (path === 'teamId' ? { ...field, isRequired: false } : field),
  },
  {
    interfaces: ['Command'],
    text: '`projectId` may be left out: it is the default project',
    change: (field, path, { rest }) =>
      path === 'projectId' && !rest.path.includes('{projectId}') ? { ...field, isRequired: false } : field,
  },
  {
    interfaces: ['MCP'],
    text: 'no lengths, numbers of items, patterns and formats: a model reads the schemas in every session, and learns these from the error of a wrong value',
    change: (field) =>
      without(field, 'minLength', 'maxLength', 'pattern', 'format', 'uniqueItems', 'minItems', 'maxItems'),
  },
  {
    interfaces: ['MCP'],
    text: 'no minimum of 0 or 1, for the same reason; an agent does not see the fields that it may not write',
    change: (field) => (field.minimum === 0 || field.minimum === 1 ? without(field, 'minimum') : field),
  },
  {
    interfaces: ['MCP'],
    text: 'an item of `tasks` is an object: another tool has its fields',
    change: (field, path) => (path.startsWith('tasks[].') ? undefined : field),
  },
  {
    interfaces: ['MCP'],
    text: 'no maximum of a 32-bit integer, for the same reason',
    change: (field) => (field.maximum === maxInteger ? without(field, 'maximum') : field),
  },
  {
    interfaces: ['MCP'],
    text: 'no more than 10 values of an enum: the error of another value lists them',
    change: (field) => ((field.enum?.length ?? 0) > 10 ? without(field, 'enum') : field),
  },
  {
    interfaces: ['MCP'],
    text: 'null only where an update clears a field: elsewhere an absent field stands for it',
    change: (field, _path, { rest }) => (rest.method === 'PATCH' ? field : neverNull(field)),
  },
  {
    interfaces: ['MCP'],
    text: 'a claim has a lease of two hours, null for none: a model may forget heartbeats',
    change: (field, path) =>
      path === 'leaseSeconds' ? { ...field, types: ['integer', 'null'], default: 7_200 } : field,
  },
  {
    interfaces: ['SDK', 'Command'],
    text: 'no bounds and defaults: types and flags have none, the service checks and fills in the values',
    change: (field) => without(field, ...bounds),
  },
  {
    interfaces: ['Command'],
    text: '`leaseSeconds` is 7200 when absent, and none where `none` or null is given',
    change: (field, path) => (path === 'leaseSeconds' ? { ...field, default: 7_200 } : field),
  },
  {
    interfaces: ['SDK'],
    text: 'integers are numbers, as TypeScript has them',
    change: (field) => ({
      ...field,
      types: field.types.map((type) => (type === 'integer' ? 'number' : type)).toSorted(),
    }),
  },
  {
    interfaces: ['Command'],
    text: 'no null: `--json-input` writes it',
    change: neverNull,
  },
  {
    interfaces: ['Command'],
    text: 'no flags for fields of objects and items of lists: an object is JSON, a list has commas',
    change: (field, path) => (/[.[]/.test(path) ? undefined : field),
  },
  {
    interfaces: ['REST', 'Command'],
    text: 'no enum where later versions add values: clients of today pass them on',
    change: (field) => (field.isExtensible ? without(field, 'enum') : field),
  },
];

/** The fields of the contract as the interface must have them. Adds the differences that changed something. */
export function expectedFields(
  name: InterfaceName,
  operation: RestOperation,
  contract: Fields,
  applied: Set<Difference>,
): Fields {
  let fields = contract;
  for (const difference of differences.filter(({ interfaces }) => interfaces.includes(name))) {
    const changed = Object.entries(fields).flatMap(([path, field]): [string, Field][] => {
      const other = difference.change(field, path, operation);
      if (JSON.stringify(other) !== JSON.stringify(field)) applied.add(difference);
      return other ? [[path, other]] : [];
    });
    fields = Object.fromEntries(changed);
  }
  // Interfaces do not say it: it is why the command and openapi.json have no enum.
  return Object.fromEntries(
    Object.entries(fields).map(([path, field]) => [path, without(field, 'isExtensible')]),
  );
}
