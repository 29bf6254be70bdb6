import { IconPhotoOff } from '@tabler/icons-react';
import { memo } from 'react';
import ReactMarkdown, { type Components, type ExtraProps } from 'react-markdown';
import rehypeSanitize, { defaultSchema } from 'rehype-sanitize';
import remarkBreaks from 'remark-breaks';
import remarkGfm from 'remark-gfm';
import { CodeBox } from './code-box.tsx';
import styles from './markdown.module.css';
import { boundTree, footnotesInPlace, htmlAsText } from './remark-plugins.ts';

// `boundTree` comes before the plugins that recurse into the tree. `remarkBreaks` renders line breaks as <br>, as
// GitHub comments do.
const remarkPlugins = [remarkGfm, boundTree, footnotesInPlace, htmlAsText, remarkBreaks];
// Loading images would reveal readers to the author of a task: keep only the alternative text.
const schema = { ...defaultSchema, attributes: { ...defaultSchema.attributes, img: ['alt'] } };
const rehypePlugins: [typeof rehypeSanitize, typeof schema][] = [[rehypeSanitize, schema]];

const components: Components = {
  a: ({ href, children }) =>
    // The sanitizer removed an unsafe URL, such as javascript:. Headings have no ids, to which "#part" would lead.
    href && !href.startsWith('#') ? (
      <a href={href} rel="noopener noreferrer nofollow" target="_blank">
        {children}
      </a>
    ) : (
      <span>{children}</span>
    ),
  img: ({ alt }) => (
    <span className={styles.image}>
      <IconPhotoOff aria-hidden size={14} stroke={1.75} />
      {alt ? `${alt} (image not shown)` : 'Image not shown'}
    </span>
  ),
  // The panel uses the heading levels 1 to 3.
  h1: ({ children }) => <h4>{children}</h4>,
  h2: ({ children }) => <h4>{children}</h4>,
  h3: ({ children }) => <h5>{children}</h5>,
  h4: ({ children }) => <h6>{children}</h6>,
  h5: ({ children }) => <h6>{children}</h6>,
  // The checkbox of a task list item, beside its text.
  input: ({ checked }) => (
    <input aria-label={checked ? 'Done' : 'Open'} checked={checked} disabled type="checkbox" />
  ),
  pre: ({ node, children }) => <CodeBox text={plainText(node)}>{children}</CodeBox>,
  // Browsers would break a date after its hyphens.
  td: ({ children, style }) => (
    <td className={isShortWord(children) ? styles.unbroken : undefined} style={style}>
      {children}
    </td>
  ),
  table: ({ children }) => (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard
    <div className={styles.table} tabIndex={0}>
      <table>{children}</table>
    </div>
  ),
};

const isShortWord = (content: unknown): boolean => typeof content === 'string' && /^\S{1,24}$/.test(content);

type Element = NonNullable<ExtraProps['node']>;

/** The code of a code block. */
function plainText(node: Element | Element['children'][number] | undefined): string {
  if (node?.type === 'text') return node.value;
  return node?.type === 'element' ? node.children.map(plainText).join('') : '';
}

/** Formatted and sanitized Markdown. The text must be a piece of `splitMarkdown`. */
export const Markdown = memo(function Markdown({ text }: { text: string }) {
  return (
    <ReactMarkdown components={components} rehypePlugins={rehypePlugins} remarkPlugins={remarkPlugins}>
      {text}
    </ReactMarkdown>
  );
});
