import { includable, type Task } from '@crewboard/contracts';
import type { FastifyReply, FastifyRequest } from 'fastify';

// RFC 9110, sections 8.8.3 and 13.1. A tag is the version of the task and, with a lease, when that ends:
// "7" or "7-1795344000000". A heartbeat changes the second part alone.

const maxTags = 100;

const ownTag = /^([1-9]\d{0,8})(?:-\d{1,15})?$/;

/** The entity tag of a task. */
const entityTag = ({ version, leaseExpiresAt }: Pick<Task, 'version' | 'leaseExpiresAt'>): string =>
  leaseExpiresAt === null ? `"${version}"` : `"${version}-${Date.parse(leaseExpiresAt)}"`;

/** The opaque parts of the tags in a header, without `W/` and quotes; undefined without the header or for `*`. */
function opaqueTags(header: string | undefined): string[] | undefined {
  if (header === undefined || header.trim() === '*') return undefined;
  return header
    .split(',', maxTags)
    .map((tag) => tag.trim())
    .map((tag) => (tag.startsWith('W/') ? tag.slice(2) : tag))
    .filter((tag) => tag.length >= 2 && tag.startsWith('"') && tag.endsWith('"'))
    .map((tag) => tag.slice(1, -1));
}

/**
 * The versions that `If-Match` allows, for any lease in the tag; null if it allows every version. A tag that is not
 * one of ours matches no version.
 */
export function allowedVersions({ headers }: Pick<FastifyRequest, 'headers'>): number[] | null {
  const tags = opaqueTags(headers['if-match']);
  if (!tags) return null;
  return tags.flatMap((tag) => {
    const version = ownTag.exec(tag)?.[1];
    return version === undefined ? [] : [Number(version)];
  });
}

/**
 * Sets the `ETag` of a response with a task. Returns whether the caller already has this version, so that the response
 * is a 304. Returns false for a response with included resources, because the tag does not cover them.
 */
export function setEntityTag(request: FastifyRequest, reply: FastifyReply, output: unknown): boolean {
  if (output === undefined) return false;
  const tag = entityTag(output as Task);
  reply.header('ETag', tag);
  const known = request.headers['if-none-match'];
  if (request.method === 'POST' || request.method === 'PATCH' || known === undefined) return false;
  if (includable.some((name) => name in (output as object))) return false;
  return opaqueTags(known)?.includes(tag.slice(1, -1)) ?? true;
}
