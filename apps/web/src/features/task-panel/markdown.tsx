'use client';

import { memo } from 'react';
import ReactMarkdown, { type Components } from 'react-markdown';
import rehypeSanitize, { defaultSchema } from 'rehype-sanitize';
import remarkGfm from 'remark-gfm';
import { htmlAsText } from './html-as-text.ts';

const remarkPlugins = [remarkGfm, htmlAsText];
// Whoever writes a task must not learn who reads it: no images, which the page's policy would not load anyway.
const schema = { ...defaultSchema, tagNames: defaultSchema.tagNames?.filter((name) => name !== 'img') };
const rehypePlugins: [typeof rehypeSanitize, typeof schema][] = [[rehypeSanitize, schema]];

const components: Components = {
  a: ({ href, children }) => (
    <a href={href} rel="noopener noreferrer nofollow" target="_blank">
      {children}
    </a>
  ),
  // The panel has its own headings above these.
  h1: ({ children }) => <h4>{children}</h4>,
  h2: ({ children }) => <h4>{children}</h4>,
  h3: ({ children }) => <h5>{children}</h5>,
  // The box of a task list; what it belongs to stands beside it.
  input: ({ checked }) => (
    <input aria-label={checked ? 'Done' : 'Open'} checked={checked} disabled type="checkbox" />
  ),
  pre: ({ children }) => (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard
    <pre tabIndex={0}>{children}</pre>
  ),
};

/** Formatted text, with nothing in it that could run. The text must be within the limits of `findExceededLimit`. */
export const Markdown = memo(function Markdown({ text }: { text: string }) {
  return (
    <ReactMarkdown components={components} rehypePlugins={rehypePlugins} remarkPlugins={remarkPlugins}>
      {text}
    </ReactMarkdown>
  );
});
