import type { Command } from '#lib/commands/commands.tsx';

/** The commands whose label and keywords contain every word of the query, by group, in the order of registration. */
export function findCommands(commands: Command[], query: string): Map<string, Command[]> {
  const wanted = query.toLowerCase().split(/\s+/).filter(Boolean);
  const found = commands.filter(({ label, keywords = [] }) => {
    const text = [label, ...keywords].join(' ').toLowerCase();
    return wanted.every((word) => text.includes(word));
  });
  return Map.groupBy(found, ({ group }) => group);
}
