import { lazyPart } from '#lib/lazy/lazy-part.tsx';

// The first picture of a page needs none of these, and the counts need the code of the task store.
const load = () => import('./nav-counts.tsx');

export const MyTasksCount = lazyPart(async () => (await load()).MyTasksCount);
export const AttentionCount = lazyPart(async () => (await load()).AttentionCount);
export const AttentionHint = lazyPart(async () => (await load()).AttentionHint);
