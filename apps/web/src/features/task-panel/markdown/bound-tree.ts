interface Node {
  type: string;
  value?: string;
  children?: Node[];
  /** Of a table: the alignment of each column. */
  align?: unknown[];
}

/** Elements of the page. */
const maxNodes = 2_000;
/** The parser's plugins and the page recurse into each level. */
const maxDepth = 32;

/** Shows a text as code if its tree has too many nodes to be built in 50 ms, or is nested too deeply. */
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
    for (const node of level) nodes += 1 + cellsOf(node);
    if (nodes > maxNodes) return true;
    level = level.flatMap(({ children = [] }) => children);
  }
  return false;
}

/** Each row of a table gets as many cells as the header has, even if its text has fewer. */
const cellsOf = ({ type, align = [], children = [] }: Node): number =>
  type === 'table' ? align.length * children.length : 0;
