'use client';

// One module for the client parts that pages outside of teams share, and what all error pages do, so that their code is
// loaded once: with an import each, every error page would load it again.
export { OfflineNotice } from '#components/notices/floating-notice.tsx';
export { PageLink } from '#components/page/page-link.tsx';
export { AppProvider } from '#lib/app-provider.tsx';
export { usePageFailure } from '#lib/failures/use-page-failure.ts';
