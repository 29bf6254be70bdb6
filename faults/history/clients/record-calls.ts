import { openSync, readFileSync, writeSync } from 'node:fs';
import type { Call, CallBegin, CallEnd } from '../history.ts';

/** Milliseconds since 1970 by the clock that all processes of the machine share, and that nobody sets. */
export type Clock = () => number;

const monotonicMs = () => Number(process.hrtime.bigint()) / 1e6;

/** What to add to the monotonic clock; taken once for all processes of a run. */
export const clockOffset = (): number => Date.now() - monotonicMs();

export const clockOf =
  (offset: number): Clock =>
  () =>
    monotonicMs() + offset;

/** Appends to a file, in one system call for each record: what was recorded outlives a SIGKILL of the process. */
export function recordCalls(file: string): (record: CallBegin | CallEnd) => void {
  const descriptor = openSync(file, 'a');
  return (record) => void writeSync(descriptor, `${JSON.stringify(record)}\n`);
}

/** The calls in a file; a record that the kill cut off was not sent, or its response not used. */
export function readCalls(file: string): Call[] {
  const calls = new Map<string, Call>();
  for (const line of readFileSync(file, 'utf8').split('\n')) {
    if (!line.endsWith('}')) continue;
    const record = JSON.parse(line) as CallBegin | CallEnd;
    const name = `${record.key} ${record.number}`;
    const call = calls.get(name);
    if ('begin' in record) calls.set(name, record);
    else if (call) call.response = record;
  }
  return [...calls.values()];
}
