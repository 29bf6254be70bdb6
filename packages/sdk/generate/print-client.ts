import {
  callersInWords,
  errorsOf,
  maxLeaseSeconds,
  maxTaskIds,
  maxWaitSeconds,
  minimalFields,
  type RestOperation,
  restOperations,
  textBounds,
} from '@crewboard/contracts';
import { printDeclaration, printDoc, printType } from './print-type.ts';
import { allDefinitions, inputName, inputSchema, outputSchema } from './schemas.ts';

const header = '// Made from the operations in packages/contracts by `pnpm clients`. Do not edit.\n\n';

/** The operations by area, in the order of the contracts. */
const areas = Map.groupBy(restOperations, ({ id }) => id.split('.')[0] ?? '');

const nameOf = ({ id }: RestOperation): string => id.split('.')[1] ?? '';

/** src/generated/types.ts: inputs, resources, events and errors. */
export function printTypes(): string {
  const definitions = Object.entries(allDefinitions()).sort(([a], [b]) => (a < b ? -1 : 1));
  return header + definitions.map(([name, schema]) => printDeclaration(name, schema)).join('\n');
}

/** src/generated/bounds.ts: bounds of the service that the SDK keeps by itself. */
export function printBounds(): string {
  const bounds = {
    ...{ maxLeaseSeconds, maxTaskIds, maxWaitSeconds },
    maxReasonLength: Math.min(textBounds.reason.max, textBounds.failureReason.max),
  };
  return (
    header +
    Object.entries(bounds)
      .map(([name, value]) => `export const ${name} = ${value};\n`)
      .join('')
  );
}

/** src/generated/operations.ts: what a request needs to know at run time. */
export function printOperations(): string {
  const entries = restOperations.map((operation) => {
    const { id, rest, paging } = operation;
    const parts = [`method: '${rest.method}'`, `path: '${rest.path}'`];
    if (paging) parts.push('isPaged: true');
    if (rest.waitField) parts.push(`waitField: '${rest.waitField}'`);
    if (rest.stream) parts.push(`stream: '${rest.stream}'`);
    return `  '${id}': { ${parts.join(', ')} },\n`;
  });
  const type =
    'export type Route = {\n' +
    "  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';\n" +
    '  readonly path: string;\n' +
    '  readonly isPaged?: boolean;\n' +
    '  readonly waitField?: string;\n' +
    '  readonly stream?: string;\n' +
    '};\n\n';
  return `${header}${type}export const operations: Readonly<Record<string, Route>> = {\n${entries.join('')}};\n`;
}

function docOf(operation: RestOperation): string {
  const { rest, access } = operation;
  const own = operation.errors ?? [];
  return [
    `${rest.summary}.`,
    ...(rest.description ? [rest.description] : []),
    callersInWords(access),
    ...(own.length > 0
      ? [
          `Errors: ${errorsOf(operation)
            .filter((code) => own.includes(code))
            .join(', ')}.`,
        ]
      : []),
  ].join('\n');
}

/** The input as a parameter, which is optional where no field is required. */
function inputParameter(operation: RestOperation): string {
  const { properties = {}, required = [] } = inputSchema(operation) ?? {};
  if (Object.keys(properties).length === 0) return 'input?: Record<string, never>';
  return `input${required.length > 0 ? '' : '?'}: ${inputName(operation)}`;
}

function printMethod(operation: RestOperation): string {
  const { schema, isList } = outputSchema(operation);
  const input = inputParameter(operation);
  const doc = printDoc(docOf(operation), '  ');
  const isEmpty = Object.keys(schema).every((key) => key === '$schema');
  const name = nameOf(operation);
  if (isEmpty) return `${doc}  ${name}(${input}, options?: CallOptions): Promise<void>;\n`;
  const type = printType(schema);
  const parameters = `${input}, options?: Options`;
  const minimal = minimalFields[operation.id as keyof typeof minimalFields].map((field) => `'${field}'`);
  const projected = `Projection<${type}, Options, ${minimal.join(' | ')}>`;
  const orNothing = operation.rest.statuses?.includes(204) ? ' | undefined' : '';
  const result = isList ? `Page<${projected}>` : projected;
  const generic = `<const Options extends CallOptions<${type}>>`;
  const method = `${doc}  ${name}${generic}(\n    ${parameters},\n  ): Promise<${result}${orNothing}>;\n`;
  if (!operation.paging) return method;
  const all = `  /** Every item of \`${name}\`, page after page. */\n`;
  return `${method}${all}  ${name}All${generic}(\n    ${parameters},\n  ): AsyncGenerator<${projected}, void>;\n`;
}

function printStream({ rest }: RestOperation): string {
  if (!rest.stream) return '';
  const doc =
    'The events that are committed from now on, or after the event `after`, each once and in the order of the log. ' +
    'Reconnects with the last position; ends when `signal` is aborted. Throws once the credential has ended.';
  const name = rest.stream.split('.')[1];
  return `${printDoc(doc, '  ')}  ${name}(input?: FollowEventsInput, options?: FollowOptions): AsyncGenerator<Event, void>;\n`;
}

/** src/generated/areas.ts: a method for each operation. */
export function printAreas(): string {
  const types = Object.keys(allDefinitions()).sort();
  const interfaces = [...areas].map(([area, operations]) => {
    const methods = operations.map((operation) => printMethod(operation) + printStream(operation));
    return `  ${area}: {\n${methods.join('').replace(/^(?=.)/gm, '  ')}  };\n`;
  });
  const body = `/** A method for each operation, by area. */\nexport interface Areas {\n${interfaces.join('')}}\n`;
  const words = new Set(body.match(/\w+/g));
  const used = types.filter((type) => words.has(type));
  return (
    `${header}import type { CallOptions, Page, Projection } from '../call-options.ts';\n` +
    "import type { FollowEventsInput, FollowOptions } from '../follow-events.ts';\n" +
    `import type {\n${used.map((type) => `  ${type},\n`).join('')}} from './types.ts';\n\n${body}`
  );
}
