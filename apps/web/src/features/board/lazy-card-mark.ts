'use client';

import dynamic from 'next/dynamic';
import { lazyPart } from '#lib/lazy/lazy-part.tsx';

// Few cards have one.

const load = () => import('./card-mark.tsx');
const loadMark = async () => (await load()).CardMark;
const loadButton = async () => (await load()).ReleaseButton;

export const CardMark = lazyPart(loadMark, { first: dynamic(loadMark) });
export const ReleaseButton = lazyPart(loadButton, { first: dynamic(loadButton) });
