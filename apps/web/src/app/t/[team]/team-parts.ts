'use client';

// One module for the client parts that pages, errors and unknown addresses of a team share, so that their code is
// loaded once, with the shell.
export { EmptyState } from '#components/notices/empty-state.tsx';
export { PageHeader } from '#components/page/page-header.tsx';
export { Shell } from '#features/shell/shell.tsx';
