/** The attribute that marks the link of an item with its id. */
export type LinkAttribute = 'data-task-id' | 'data-delivery-id' | 'data-row-id';

/** The focused element; null if none has the focus, for example because the focused one was removed. */
export function focusedElement(): HTMLElement | null {
  const { activeElement } = document;
  return activeElement instanceof HTMLElement && activeElement !== document.body ? activeElement : null;
}

/** Focuses the element or, if it is gone, `main`, so that the next key starts there. */
export function focusOrMain(target: HTMLElement | null): void {
  (target?.isConnected ? target : document.querySelector('main'))?.focus();
}

/** The element that is opening a dialog: the focused one or, if that is in a menu, the button of the menu. */
export function openingElement(): HTMLElement | null {
  const focused = focusedElement();
  const menuButton = focused?.closest('[role="menu"]')?.getAttribute('aria-labelledby');
  return menuButton ? document.getElementById(menuButton) : focused;
}

/** The link of an item, if it is rendered. */
export const linkOf = (attribute: LinkAttribute, id: string): HTMLElement | null =>
  document.querySelector<HTMLElement>(`a[${attribute}="${CSS.escape(id)}"]`);

/** All links of items in a container, in the order of the document. */
export const linksIn = (attribute: LinkAttribute, container: Element | null): HTMLElement[] => [
  ...(container?.querySelectorAll<HTMLElement>(`a[${attribute}]`) ?? []),
];

const modalDialog = '[role="dialog"][aria-modal="true"]';

export const isDialogOpen = (): boolean => document.querySelector(modalDialog) !== null;

export const isFocusInDialog = (): boolean => focusedElement()?.closest(modalDialog) != null;

/** Whether Escape must first close a list, menu or dialog, or drop a lifted card. */
export function isEscapeTaken(): boolean {
  const open = '[aria-modal="true"], [aria-expanded="true"][aria-haspopup]:not([disabled]), [data-lifted]';
  return document.querySelector(open) !== null;
}

/** Whether keys on the element type text. */
export const isField = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest('input, textarea, select, [contenteditable]') !== null;

const keyTakers = '[role="menu"], [role="listbox"], [role="dialog"]';

/** Whether keys on the element belong to a field, a menu, a list or a dialog. */
export const takesKeys = (target: EventTarget | null): boolean =>
  isField(target) || (target instanceof Element && target.closest(keyTakers) !== null);
