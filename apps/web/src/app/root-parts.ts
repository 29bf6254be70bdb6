'use client';

// In one module, so that the code of links, which every page has, is loaded once and not again with each error page.
export { OfflineNotice } from '#components/notices/floating-notice.tsx';
export { PageLink } from '#components/page/page-link.tsx';
export { AppProvider } from '#lib/app-provider.tsx';
