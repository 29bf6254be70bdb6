import { useEffect, useEffectEvent } from 'react';

/**
 * While leaving the page would lose text, the browser asks before it leaves, and Back and Forward call `ask` instead.
 * Browsers from before 2026 may lack the Navigation API: there, Back and Forward do not ask (docs/decisions/0008).
 */
export function useBeforeLeave(wouldLose: boolean, ask: () => void): void {
  const onTraverse = useEffectEvent((event: NavigateEvent) => {
    if (event.navigationType !== 'traverse' || !event.cancelable) return;
    event.preventDefault();
    ask();
  });

  useEffect(() => {
    if (!wouldLose) return;
    const navigation: Navigation | undefined = window.navigation;
    const onUnload = (event: BeforeUnloadEvent) => event.preventDefault();
    const onNavigate = (event: NavigateEvent) => onTraverse(event);
    window.addEventListener('beforeunload', onUnload);
    navigation?.addEventListener('navigate', onNavigate);
    return () => {
      window.removeEventListener('beforeunload', onUnload);
      navigation?.removeEventListener('navigate', onNavigate);
    };
  }, [wouldLose]);
}
