'use client';

import dynamic from 'next/dynamic';
import { lazyPart } from '#lib/lazy/lazy-part.tsx';

// Few cards have a state: the first load of the board does not need its code.

const load = () => import('./card-state.tsx');
const loadState = async () => (await load()).CardState;
const loadButton = async () => (await load()).ReleaseButton;

export const CardState = lazyPart(loadState, { first: dynamic(loadState) });
export const ReleaseButton = lazyPart(loadButton, { first: dynamic(loadButton) });
