'use client';

import { type ComponentType, cloneElement, type ReactElement } from 'react';
import { lazyControl } from './lazy-control.ts';

/** What a control around a button, such as its menu, gets once its code is loaded. */
export interface ButtonControlProps {
  /** The button was pressed before. */
  isOpened: boolean;
  /** The button. */
  children: ReactElement<object>;
}

type Load<Props> = () => Promise<ComponentType<Props>>;

/** A control around a button: the button is there at once, the code of the control is loaded as by `lazyControl`. */
export function lazyButtonControl<Props extends ButtonControlProps>(load: Load<Props>, attributes?: object) {
  type GivenProps = Omit<Props, keyof ButtonControlProps> & Pick<ButtonControlProps, 'children'>;
  const useControl = lazyControl(load);
  // biome-ignore lint/correctness/noComponentHookFactories: modules call it once.
  return function LazyButtonControl({ children, ...props }: GivenProps) {
    const { Control, target, isOpened } = useControl();
    const button = cloneElement(children, { ...attributes, ...target });
    if (!Control) return button;
    return (
      <Control {...(props as unknown as Props)} isOpened={isOpened}>
        {button}
      </Control>
    );
  };
}

/** The menu of a button. */
export const lazyMenu = <Props extends ButtonControlProps>(load: Load<Props>) =>
  lazyButtonControl(load, { 'aria-expanded': false, 'aria-haspopup': 'menu' });
