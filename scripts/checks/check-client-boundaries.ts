import { importsOf, isOfNext, readModules, webSource } from './web-imports.ts';

// Fails when a file of the web app has 'use client' that no file of the server imports: what the files of the browser
// import belongs to the browser without it, and the line would hide where the server ends.

const texts = readModules(webSource);
const isClient = (file: string): boolean => /^'use client'/.test(texts.get(file) ?? '');

const pending = [...texts.keys()].filter(isOfNext);
const reached = new Set<string>();
for (let file = pending.pop(); file; file = pending.pop()) {
  if (reached.has(file)) continue;
  reached.add(file);
  if (isClient(file)) continue;
  for (const { target } of importsOf(file, texts.get(file) ?? ''))
    if (target && texts.has(target)) pending.push(target);
}

const needless = [...texts.keys()].filter((file) => isClient(file) && !reached.has(file));
for (const file of needless) console.log(`${file} needs no 'use client': no file of the server imports it`);
process.exitCode = needless.length === 0 ? 0 : 1;
