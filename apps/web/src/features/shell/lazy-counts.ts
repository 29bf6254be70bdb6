'use client';

import { lazyPart } from '#lib/lazy/lazy-part.tsx';

const load = () => import('./nav-counts.tsx');

export const MyTasksCount = lazyPart(async () => (await load()).MyTasksCount);
export const AttentionCount = lazyPart(async () => (await load()).AttentionCount);
export const AttentionHint = lazyPart(async () => (await load()).AttentionHint);
