/** Plain text in which `backticks` set code. */
export function InlineCode({ text }: { text: string }) {
  return [...text.matchAll(/`([^`]*)`|[^`]+/g)].map(({ 0: part, 1: code, index: offset }) =>
    code === undefined ? part : <code key={offset}>{code}</code>,
  );
}
