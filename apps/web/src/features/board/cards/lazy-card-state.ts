import dynamic from 'next/dynamic';
import { lazyPart } from '#lib/lazy/lazy-part.tsx';

// Few cards have a state: the code is loaded with the first of them.

const load = () => import('./card-state.tsx');
const loadState = async () => (await load()).CardState;
const loadButton = async () => (await load()).ReleaseButton;

export const CardState = lazyPart(loadState, { inFirstResponse: dynamic(loadState) });
export const ReleaseButton = lazyPart(loadButton, { inFirstResponse: dynamic(loadButton) });
