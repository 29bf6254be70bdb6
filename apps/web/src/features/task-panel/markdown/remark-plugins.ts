// Plugins of remark, which change the tree of a Markdown text before it is shown.

interface Node {
  type: string;
  value?: string;
  label?: string;
  children?: Node[];
  /** The alignment of each column of a table. */
  align?: unknown[];
  data?: { hName: string };
}

/** Each node becomes an element of the page. */
const maxNodes = 2_000;
/** The parser's plugins and the page recurse into each level. */
const maxDepth = 32;

/** Shows a text as code if its tree has too many nodes to be rendered in 50 ms, or is nested too deeply. */
export function boundTree() {
  return (tree: Node, source: { toString(): string }): void => {
    if (isTooLarge(tree)) tree.children = [{ type: 'code', value: source.toString() }];
  };
}

function isTooLarge(tree: Node): boolean {
  let nodes = 0;
  let level = [tree];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > maxDepth) return true;
    for (const node of level) nodes += 1 + countCells(node);
    if (nodes > maxNodes) return true;
    level = level.flatMap(({ children = [] }) => children);
  }
  return false;
}

/** Each row of a table gets as many cells as the header has, even if its text has fewer. */
const countCells = ({ type, align = [], children = [] }: Node): number =>
  type === 'table' ? align.length * children.length : 0;

/**
 * Shows each footnote where it is written: its reference may be in another piece of `splitMarkdown`. An empty note is
 * not shown: `splitMarkdown` adds it to each piece, so that references without their note are parsed.
 */
export function footnotesInPlace() {
  return withFootnotes;
}

function withFootnotes(node: Node): void {
  node.children = node.children?.flatMap((child) => {
    withFootnotes(child);
    if (child.type === 'footnoteReference') return footnoteMark(child);
    return child.type === 'footnoteDefinition' ? noteOf(child) : child;
  });
}

const footnoteMark = ({ label }: Node): Node => ({
  type: 'emphasis',
  data: { hName: 'sup' },
  children: [{ type: 'text', value: label }],
});

function noteOf(definition: Node): Node[] {
  const [first, ...rest] = definition.children ?? [];
  if (!first) return [];
  const start = [footnoteMark(definition), { type: 'text', value: ' ' }];
  return first.type === 'paragraph'
    ? [{ ...first, children: [...start, ...(first.children ?? [])] }, ...rest]
    : [{ type: 'paragraph', children: start }, first, ...rest];
}

/** Shows HTML in Markdown as text instead of omitting it. */
export function htmlAsText() {
  return (tree: Node): void => {
    tree.children = tree.children?.map((node) =>
      node.type === 'html' ? { type: 'paragraph', children: [htmlToText(node)] } : htmlToText(node),
    );
  };
}

function htmlToText(node: Node): Node {
  if (node.type === 'html') return { type: 'text', value: node.value };
  return node.children ? { ...node, children: node.children.map(htmlToText) } : node;
}
