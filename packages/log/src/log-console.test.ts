import { pino } from 'pino';
import { afterEach, expect, it } from 'vitest';
import { logConsole } from './log-console.ts';

const { log, info, debug, warn, error } = console;
const warningListeners = process.listeners('warning');
afterEach(() => {
  Object.assign(console, { log, info, debug, warn, error });
  process.removeAllListeners('warning');
  for (const listener of warningListeners) process.on('warning', listener);
});

/** The lines that `print` makes, with the fields that it sets. */
function linesOf(print: () => void): Record<string, unknown>[] {
  const lines: string[] = [];
  logConsole(pino({ level: 'debug', base: null }, { write: (line: string) => void lines.push(line) }));
  print();
  Object.assign(console, { log, info, debug, warn, error });
  return lines.map((line) => {
    const { time: _, ...fields } = JSON.parse(line);
    return fields;
  });
}

it('writes each method with its level, without colours and empty lines', () => {
  const lines = linesOf(() => {
    console.log('\u001b[32m✓\u001b[39m Ready in %s', '1s');
    console.log('');
    console.warn('careful', { a: 1 });
    console.debug('detail');
  });
  expect(lines).toEqual([
    { level: 30, msg: '✓ Ready in 1s' },
    { level: 40, msg: 'careful { a: 1 }' },
    { level: 20, msg: 'detail' },
  ]);
});

it('writes errors with their stack, and fields beside a text', () => {
  const lines = linesOf(() => {
    console.error('⨯', Object.assign(new TypeError('is broken'), { digest: '7' }));
    console.error({ status: 503, reqId: undefined }, 'the request failed');
  });
  expect(lines).toEqual([
    {
      level: 50,
      msg: '⨯ is broken',
      err: {
        type: 'TypeError',
        message: 'is broken',
        digest: '7',
        stack: expect.stringContaining('TypeError'),
      },
    },
    { level: 50, msg: 'the request failed', status: 503 },
  ]);
});

it('writes the warnings of Node', async () => {
  const lines: string[] = [];
  logConsole(pino({ base: null }, { write: (line: string) => void lines.push(line) }));
  const isWritten = new Promise((resolve) => process.once('warning', resolve));
  process.emitWarning('This is old.', 'DeprecationWarning');
  await isWritten;
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({ level: 40, msg: 'This is old.' });
});
