import { lazyPart } from '#lib/lazy/lazy-part.tsx';

export const AgentDialogs = lazyPart(async () => (await import('./agent-dialogs.tsx')).AgentDialogs);
