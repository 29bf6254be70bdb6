import type { ReactNode } from 'react';
import styles from './button.module.css';

interface ButtonProps {
  onClick: () => void;
  children: ReactNode;
}

export function Button({ onClick, children }: ButtonProps) {
  return (
    <button className={styles.button} onClick={onClick} type="button">
      {children}
    </button>
  );
}
