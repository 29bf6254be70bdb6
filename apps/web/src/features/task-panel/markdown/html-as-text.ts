interface Node {
  type: string;
  value?: string;
  children?: Node[];
}

/** Shows HTML in Markdown as text instead of omitting it. */
export function htmlAsText() {
  return (tree: Node): void => {
    tree.children = tree.children?.map((node) => (isHtml(node) ? paragraph(node) : withTextInside(node)));
  };
}

const isHtml = (node: Node): boolean => node.type === 'html';
const text = ({ value }: Node): Node => ({ type: 'text', value });
const paragraph = (node: Node): Node => ({ type: 'paragraph', children: [text(node)] });

function withTextInside(node: Node): Node {
  if (isHtml(node)) return text(node);
  return node.children ? { ...node, children: node.children.map(withTextInside) } : node;
}
