'use client';

import dynamic from 'next/dynamic';

/** The reader of Markdown is larger than the board: it comes with the first task that is opened. */
export const Markdown = dynamic(async () => (await import('./markdown.tsx')).Markdown);
