interface Node {
  type: string;
  value?: string;
  label?: string;
  children?: Node[];
  data?: { hName: string };
}

/** Shows footnotes where they are written: a piece may have the note without its reference. Empty ones stand for those of other pieces. */
export function footnotesInPlace() {
  return withFootnotes;
}

function withFootnotes(node: Node): void {
  node.children = node.children?.flatMap((child) => {
    withFootnotes(child);
    if (child.type === 'footnoteReference') return mark(child);
    return child.type === 'footnoteDefinition' ? noteOf(child) : child;
  });
}

const mark = ({ label }: Node): Node => ({
  type: 'emphasis',
  data: { hName: 'sup' },
  children: [{ type: 'text', value: label }],
});

function noteOf(definition: Node): Node[] {
  const [first, ...rest] = definition.children ?? [];
  if (!first) return [];
  const start = [mark(definition), { type: 'text', value: ' ' }];
  return first.type === 'paragraph'
    ? [{ ...first, children: [...start, ...(first.children ?? [])] }, ...rest]
    : [{ type: 'paragraph', children: start }, first, ...rest];
}
