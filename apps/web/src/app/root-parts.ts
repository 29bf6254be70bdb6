'use client';

// One module for the client parts that pages outside of teams share, so that the code of links is loaded once: with an
// import each, every error page would load it again.
export { OfflineNotice } from '#components/notices/floating-notice.tsx';
export { PageLink } from '#components/page/page-link.tsx';
export { AppProvider } from '#lib/app-provider.tsx';
