import { fieldsOf, minimalFields, type RestOperation } from '@crewboard/contracts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { invalid } from '../../errors.ts';

type Fields = Record<string, unknown>;

/** The fields of the output that a request asks for. */
export type Projection = {
  fields: readonly string[];
  /** Whether `Prefer: return=minimal` has chosen them. */
  isPreferred: boolean;
};

/** Copies these fields of an output, or of each item of a list. */
export function selectFields(output: unknown, names: readonly string[]): unknown {
  if (Array.isArray(output)) return output.map((item) => selectFields(item, names));
  if (output === null || typeof output !== 'object') return output;
  const fields = output as Fields;
  return Object.fromEntries(names.filter((name) => name in fields).map((name) => [name, fields[name]]));
}

/** Whether the client prefers a minimal response (RFC 7240, 4.2). Of several preferences `return` the first counts. */
function prefersMinimal({ prefer }: FastifyRequest['headers']): boolean {
  if (prefer === undefined) return false;
  const preferences = [prefer].flat().join(',').replaceAll(/[\s"]/g, '').toLowerCase().split(/[,;]/);
  return preferences.find((preference) => preference.startsWith('return=')) === 'return=minimal';
}

/**
 * Removes `fields` from the query and returns its names, each once and in the order of the output, so that a long list
 * of names costs no more than all fields. Throws VALIDATION_ERROR for a name that the output does not have.
 */
function takeFields(query: Fields, known: readonly string[]): string[] | undefined {
  const { fields } = query;
  if (fields === undefined) return undefined;
  delete query.fields;
  const names = typeof fields === 'string' ? fields.split(',').map((name) => name.trim()) : [];
  if (names.length > 0 && names.every((name) => known.includes(name))) {
    const chosen = new Set(names);
    return known.filter((name) => chosen.has(name));
  }
  throw invalid([{ path: 'fields', message: `must be names from ${known.join(', ')}, separated by commas` }]);
}

/**
 * Reads which fields of the output a request asks for: those in the parameter `fields`, else the minimal ones with
 * `Prefer: return=minimal`, else all (undefined). Nothing is read for operations without a body.
 */
export function createProjectionReader(
  operation: RestOperation,
): (request: FastifyRequest) => Projection | undefined {
  const known = fieldsOf(operation);
  if (known.length === 0) return () => undefined;
  const minimal = minimalFields[operation.id as keyof typeof minimalFields];
  return (request) => {
    const fields = takeFields(request.query as Fields, known);
    if (fields) return { fields, isPreferred: false };
    return prefersMinimal(request.headers) ? { fields: minimal, isPreferred: true } : undefined;
  };
}

/** Tells the client that the response is minimal because of its preference. */
export function setPreferenceApplied(reply: FastifyReply, projection: Projection | undefined): void {
  if (projection?.isPreferred) reply.header('Preference-Applied', 'return=minimal');
}
