'use client';

// In one module, so that the code that pages, errors and unknown addresses share is loaded once, with the shell.
export { EmptyState } from '#components/notices/empty-state.tsx';
export { PageHeader } from '#components/page/page-header.tsx';
export { Shell } from '#features/shell/shell.tsx';
