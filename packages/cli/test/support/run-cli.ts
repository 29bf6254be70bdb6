import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable, Writable } from 'node:stream';
import { afterAll } from 'vitest';
import { run } from '../../src/run.ts';

const main = path.join(import.meta.dirname, '../../src/main.ts');

type Result = { code: number | null; stdout: string; stderr: string };
type Options = { env?: Record<string, string>; input?: string | Buffer };

function collect(): { stream: Writable; text: () => string } {
  let text = '';
  const write = (chunk: Buffer, _encoding: string, done: () => void) => {
    text += chunk.toString('utf8');
    done();
  };
  return { stream: new Writable({ write }), text: () => text };
}

/** Runs a command in this process, with no environment but this one. */
export async function runCli(args: string[], { env = {}, input = '' }: Options = {}): Promise<Result> {
  const [stdout, stderr] = [collect(), collect()];
  const stdin = Readable.from([Buffer.from(input)]);
  const code = await run(args, { env, stdin, stdout: stdout.stream, stderr: stderr.stream });
  return { code, stdout: stdout.text(), stderr: stderr.text() };
}

export type RunningCli = {
  child: ChildProcessWithoutNullStreams;
  /** Resolves when standard output and error together match. */
  until(pattern: RegExp): Promise<void>;
  ended: Promise<Result>;
};

/** Starts a command in a process of its own, for signals and files. */
export function startCli(args: string[], { env = {}, input = '' }: Options = {}): RunningCli {
  const child = spawn(process.execPath, [main, ...args], {
    env: {
      NODE_ENV: 'test',
      PATH: process.env.PATH,
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
      ...env,
    },
  });
  // A command need not read its input.
  child.stdin.on('error', () => undefined).end(input);
  const output = { stdout: '', stderr: '' };
  let wake: () => void = () => undefined;
  for (const name of ['stdout', 'stderr'] as const) {
    child[name].setEncoding('utf8').on('data', (text: string) => {
      output[name] += text;
      wake();
    });
  }
  const ended = once(child, 'close').then(([code]) => ({ code, ...output }));
  const until = async (pattern: RegExp) => {
    while (!pattern.test(output.stdout + output.stderr)) {
      const more = new Promise<void>((resolve) => {
        wake = resolve;
      });
      const end = await Promise.race([more, ended]);
      if (end) throw new Error(`It ended before ${pattern}: ${JSON.stringify(end)}`);
    }
  };
  return { child, until, ended };
}

/** A folder for XDG_CONFIG_HOME, deleted after the tests of the file. */
export function useFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'crewboard-cli-'));
  afterAll(() => rmSync(folder, { recursive: true }));
  return folder;
}
