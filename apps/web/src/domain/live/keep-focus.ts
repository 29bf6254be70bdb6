/** A card that moves to another column is another element there: the focus goes with it. */
export function keepFocus(change: () => void): void {
  const id = (document.activeElement as HTMLElement | null)?.dataset?.taskId;
  change();
  if (id === undefined) return;
  // The second frame is the first that has the card in its place; a person may have gone elsewhere by then.
  requestAnimationFrame(() =>
    requestAnimationFrame(() => {
      if (document.activeElement !== document.body) return;
      document.querySelector<HTMLElement>(`a[data-task-id="${CSS.escape(id)}"]`)?.focus();
    }),
  );
}
