/** Puts `text` on the clipboard; false when the browser does not let us. */
export async function copyText(text: string): Promise<boolean> {
  // The clipboard API exists on HTTPS and localhost only; a board on a local network often has neither.
  if (!navigator.clipboard) return copyThroughSelection(text);
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copyThroughSelection(text);
  }
}

function copyThroughSelection(text: string): boolean {
  const focused = document.activeElement;
  const field = document.createElement('textarea');
  field.value = text;
  field.readOnly = true;
  field.style.cssText = 'position: fixed; inset: 0 auto auto 0; opacity: 0';
  document.body.append(field);
  field.select();
  const copied = document.execCommand('copy');
  field.remove();
  if (focused instanceof HTMLElement) focused.focus();
  return copied;
}
