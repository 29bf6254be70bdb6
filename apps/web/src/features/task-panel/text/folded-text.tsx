import { type CSSProperties, type ReactNode, useId, useLayoutEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useFocusAfter } from '#lib/focus/use-focus-after.ts';
import { SubtleButton } from '../subtle-button.tsx';
import styles from './folded-text.module.css';

/** A folded text is this high, in px. */
const maxHeight = 352;
/** In px. A text that would hide less than this is not folded. */
const minHidden = 110;

interface FoldedTextProps {
  children: ReactNode;
  isOpen: boolean;
  onToggle: (isOpen: boolean) => void;
}

/**
 * Shows the beginning of a long text, with a button that shows all of it. Shows a shorter text whole, without a button.
 */
export function FoldedText({ children, isOpen, onToggle }: FoldedTextProps) {
  const id = useId();
  const box = useRef<HTMLDivElement>(null);
  const content = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  /** Null until the text is measured. */
  const [isLong, setLong] = useState<boolean | null>(null);
  const isFolded = !isOpen && isLong !== false;
  // Another person may shorten the text while the button, which then disappears, has the focus.
  useFocusAfter(isLong === true, () => box.current?.closest('aside'));

  useLayoutEffect(() => {
    const element = content.current;
    if (!element) return;
    const measure = () => setLong(element.offsetHeight > maxHeight + minHidden);
    measure();
    // The height of the text changes while it is formatted, and with the width of the panel.
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, []);

  /**
   * The browser scrolls a folded text to a match of its search, or to a link that gets the focus: show both in the open
   * text.
   */
  function openAtScroll() {
    const element = box.current;
    const hidden = element?.scrollTop;
    if (!isFolded || !element || !hidden) return;
    // Otherwise the browser scrolls there again once the text is folded.
    element.scrollTop = 0;
    flushSync(() => onToggle(true));
    element.closest('aside > div')?.scrollBy(0, hidden);
  }

  function toggle() {
    flushSync(() => onToggle(!isOpen));
    if (isOpen) button.current?.scrollIntoView({ block: 'nearest' });
  }

  return (
    <>
      <div
        className={isFolded ? styles.folded : undefined}
        data-long={isLong || undefined}
        id={id}
        onScroll={openAtScroll}
        ref={box}
        style={{ '--max-height': `${maxHeight}px` } as CSSProperties}
      >
        <div ref={content}>{children}</div>
      </div>
      {isLong && (
        <SubtleButton
          aria-controls={id}
          aria-expanded={isOpen}
          className={styles.button}
          onClick={toggle}
          ref={button}
        >
          {isOpen ? 'Show less' : 'Show all'}
        </SubtleButton>
      )}
    </>
  );
}
