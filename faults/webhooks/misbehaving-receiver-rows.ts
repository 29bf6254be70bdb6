import { type Row, rowOf } from '../row.ts';
import { hugeMegabytes } from './misbehaviors.ts';
import { median, range, seconds } from './support/numbers.ts';
import type { Arrival } from './support/receiver.ts';
import type { Delivery } from './support/world.ts';
import type { FirstAttempt, Watched } from './watched.ts';

/** `followed`: how many requests the target of the redirect got. */
type EndpointState = { disabledReason: string | null; disabledEvents: number | null; followed: number };

/** The buffers of the kernel on both sides hold bytes that the sender did not read. */
const maxBytesTaken = 12 * 1024 * 1024;
/** Tolerances for a busy machine. */
const endSlackSeconds = 1;
const nextSlackSeconds = 0.2;
/** The database sets the time of the next attempt, the worker that of the attempt: each in whole milliseconds. */
const roundingSeconds = 0.05;

export function rowOfMisbehavingReceiver(
  { kind, first, ends, receiver }: Watched,
  state: EndpointState,
): Row {
  const name = `receiver: ${kind.name}`;
  const expected = [
    kind.statusCode ?? 'no status',
    kind.status,
    kind.next ? `next after ${kind.next.join('–')} s` : 'no next',
    `ends after ${kind.ends.join('–')} s`,
    ...(kind.name === '410' ? ['disabled: gone'] : []),
  ].join(', ');
  if (!first) return rowOf(name, expected, 'no attempt was recorded', { 'an attempt': false });
  const next = first.nextAttemptAt === null ? null : secondsAfter(first, first.nextAttemptAt);
  const [end] = ends;
  const isUnsubscribed = kind.name === '410';
  const seen = [
    first.error ?? `status ${first.statusCode}`,
    first.status,
    next === null ? 'no next' : `next after ${next.toFixed(1)} s`,
    end ? `ended after ${seconds(end.afterMs)}` : 'did not end',
    `${receiver.arrivals.length} requests so far`,
    ...(isUnsubscribed ? [`disabled: ${state.disabledReason}, ${state.disabledEvents} event`] : []),
    ...(kind.name === '301' ? [`${state.followed} followed`] : []),
    ...(kind.name === '100 MB' ? [bytesTaken(ends)] : []),
  ].join(', ');
  return rowOf(name, expected, seen, {
    status: first.statusCode === kind.statusCode && first.status === kind.status,
    error: first.error === kind.error,
    'the next attempt': kind.next === null ? next === null : isWithin(next, kind.next, nextSlackSeconds),
    'its end': end !== undefined && isWithin(end.afterMs / 1_000, kind.ends, endSlackSeconds),
    'disabled or not': isUnsubscribed
      ? state.disabledReason === 'gone' && state.disabledEvents === 1
      : state.disabledReason === null && state.disabledEvents === 0,
    'no redirect followed': state.followed === 0,
    'bytes taken': ends.every(({ bytes }) => bytes < maxBytesTaken),
  });
}

const isWithin = (value: number | null, [min, max]: readonly [number, number], slack: number) =>
  value !== null && value >= min - roundingSeconds && value <= max + slack;

const secondsAfter = ({ at, latencyMs }: FirstAttempt, next: string) =>
  (Date.parse(next) - Date.parse(at) - latencyMs) / 1_000;

const bytesTaken = (ends: Watched['ends']) =>
  `${(Math.max(...ends.map(({ bytes }) => bytes)) / 1024 / 1024).toFixed(1)} MB of ${hugeMegabytes} MB left the receiver, buffers of the kernel included`;

type Run = { taskIds: string[]; delays: number[] };
type Healthy = {
  alone: Run;
  beside: Run;
  arrived: Arrival[];
  healthyDoneAt: number;
  watched: Watched[];
  deliveries: Delivery[];
};

/** Whether the healthy receiver had all its requests before the first of the hanging ones ended. */
export function rowOfHealthy({ alone, beside, arrived, healthyDoneAt, watched, deliveries }: Healthy): Row {
  const slow = watched.filter(({ kind }) => kind.ends[0] > 1);
  const firstEnds = slow.flatMap(({ ends: [first] }) => (first ? [first.at] : []));
  const firstEnd = Math.min(...firstEnds);
  const ahead = firstEnd - healthyDoneAt;
  const once = arrived.length === beside.taskIds.length;
  const succeeded = deliveries.filter(({ status }) => status === 'succeeded').length;
  const all = alone.taskIds.length + beside.taskIds.length;
  const renderDelays = ({ delays }: Run) => `median ${median(delays)} ms, most ${Math.max(...delays)} ms`;
  return rowOf(
    'a healthy receiver beside them',
    'gets everything while requests to the others are in flight; as fast as alone',
    `${arrived.length} of ${beside.taskIds.length} arrived, the last ${seconds(ahead)} before the first of ` +
      `${slow.length} slow receivers was done (${range(slow.flatMap(({ ends: [first] }) => (first ? [first.afterMs] : [])))}); ` +
      `completion to arrival: alone ${renderDelays(alone)}; beside them ${renderDelays(beside)}`,
    {
      'each once': once && succeeded === all,
      'before the slow ones': ahead > 0,
      'as fast as alone': median(beside.delays) < median(alone.delays) + 250,
    },
  );
}
