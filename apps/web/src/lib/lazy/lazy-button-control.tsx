import { type ComponentType, cloneElement, type ReactElement } from 'react';
import { lazyControl } from './lazy-control.ts';

/** The props of a control around a button, such as its menu or its tooltip. */
export interface ButtonControlProps {
  /** The button was pressed before the code of the control was loaded: the control opens at once. */
  isOpened: boolean;
  /** The button. */
  children: ReactElement<object>;
}

type Load<Props> = () => Promise<ComponentType<Props>>;

/**
 * A control around a button, such as a tooltip. The page shows the button at once; `lazyControl` loads the control.
 * @param attributes of the button, until the control sets its own
 */
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
