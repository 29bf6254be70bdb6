import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** Writes generated files into a folder. With --check, fails for each file that is stale instead. */
export function writeGenerated(folder: string, textByName: Readonly<Record<string, string>>): void {
  mkdirSync(folder, { recursive: true });
  for (const [name, text] of Object.entries(textByName)) {
    const file = path.join(folder, name);
    if (process.argv[2] !== '--check') writeFileSync(file, text);
    else if (readFileSync(file, 'utf8') !== text) {
      process.stderr.write(`${file} is stale: run \`pnpm clients\` and commit it.\n`);
      process.exitCode = 1;
    }
  }
}
