import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, writeFileSync } from 'node:fs';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';

const root = path.join(import.meta.dirname, '../..');
type Settings = Record<string, string>;

/**
 * The folders that `pnpm build` makes, copied out of the project, as on a machine that has nothing but Node. Programs
 * get the given settings and nothing of this environment, not even PATH.
 */
export class BuiltFolders {
  readonly folder: string;
  readonly #children: ChildProcess[] = [];

  private constructor(folder: string) {
    this.folder = folder;
  }

  static async copy(): Promise<BuiltFolders> {
    const folder = await mkdtemp(path.join(tmpdir(), 'crewboard-built-'));
    await chmod(folder, 0o755);
    cpSync(path.join(root, 'apps/api/dist'), path.join(folder, 'api'), { recursive: true });
    const options = { recursive: true, verbatimSymlinks: true };
    cpSync(path.join(root, 'apps/web/.next/standalone'), path.join(folder, 'web'), options);
    return new BuiltFolders(folder);
  }

  /** Writes a file with a line break at its end, as editors do, and returns its path. */
  write(name: string, content: string): string {
    const file = path.join(this.folder, name);
    writeFileSync(file, `${content}\n`);
    return file;
  }

  /** Runs a program to its end and returns what it printed. Throws when it fails. */
  async run(program: string, args: string[], env: Settings, nodeFlags: string[] = []): Promise<string> {
    const options = { cwd: this.folder, env: env as NodeJS.ProcessEnv };
    return (await promisify(execFile)(process.execPath, [...nodeFlags, program, ...args], options)).stdout;
  }

  /** Starts a program; resolves with the first match in its output. Throws with the output when it ends before. */
  async start(program: string, env: Settings, started: RegExp): Promise<RegExpExecArray> {
    const child = spawn(process.execPath, [program], {
      cwd: this.folder,
      env: env as NodeJS.ProcessEnv,
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    this.#children.push(child);
    let output = '';
    return new Promise((resolve, reject) => {
      child.stdout.on('data', (chunk) => {
        output += chunk;
        const match = started.exec(output);
        if (match) resolve(match);
      });
      child.once('exit', () => reject(new Error(`${program} did not start: ${output}`)));
    });
  }

  /** Ends the programs. */
  async stop(): Promise<void> {
    for (const child of this.#children.splice(0)) {
      if (child.exitCode !== null || child.signalCode !== null) continue;
      const exited = once(child, 'exit');
      child.kill('SIGTERM');
      await exited;
    }
  }

  /** Ends the programs and deletes the copies. */
  async close(): Promise<void> {
    await this.stop();
    await rm(this.folder, { recursive: true, force: true });
  }
}
