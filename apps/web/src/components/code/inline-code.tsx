/** Renders plain text, and the parts in `backticks` as code. */
export function InlineCode({ text }: { text: string }) {
  return [...text.matchAll(/`([^`]*)`|[^`]+/g)].map(({ 0: part, 1: code, index: offset }) =>
    code === undefined ? part : <code key={offset}>{code}</code>,
  );
}
