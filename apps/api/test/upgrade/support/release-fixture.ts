import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import type { DatabaseDump } from '@crewboard/db/testing';
import type { Filled } from './fill-release.ts';

/** A database that a release has filled, and what it showed of it. */
export type ReleaseFixture = { version: string; database: DatabaseDump; filled: Filled };

/** Every release with a fixture, the oldest first. */
export const releases = ['0.2.0', '0.3.0', '0.4.0', '0.5.0'];

const fileOf = (version: string): string => join(import.meta.dirname, '../releases', `${version}.json.zst`);

export const readFixture = (version: string): ReleaseFixture =>
  JSON.parse(zstdDecompressSync(readFileSync(fileOf(version))).toString());

/** Returns the file and its size in bytes. */
export function writeFixture(fixture: ReleaseFixture): { file: string; bytes: number } {
  const compressed = zstdCompressSync(JSON.stringify(fixture));
  writeFileSync(fileOf(fixture.version), compressed);
  return { file: fileOf(fixture.version), bytes: compressed.length };
}
