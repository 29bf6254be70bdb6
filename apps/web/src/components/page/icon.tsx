import type { ReactNode } from 'react';

const SHAPES = {
  alert: (
    <>
      <path d="M8 2.2 14.4 13.3H1.6Z" />
      <path d="M8 6.6v3" />
      <path d="M8 11.4v.01" />
    </>
  ),
  check: <path d="m3.2 8.4 3.2 3.2 6.4-7" />,
  copy: (
    <>
      <rect x="5.6" y="5.6" width="7.8" height="7.8" rx="1.8" />
      <path d="M3.9 10.4h-.2a1.6 1.6 0 0 1-1.6-1.6V3.7a1.6 1.6 0 0 1 1.6-1.6h5.1a1.6 1.6 0 0 1 1.6 1.6v.2" />
    </>
  ),
  cross: <path d="m4 4 8 8m0-8-8 8" />,
  question: (
    <>
      <path d="M5.7 5.9A2.4 2.4 0 0 1 8 4.2c1.4 0 2.4.9 2.4 2.1 0 1.7-2.4 1.9-2.4 3.4" />
      <path d="M8 12v.01" />
    </>
  ),
  unplugged: (
    <>
      <path d="m2 2 12 12" />
      <path d="M5.4 5.4 3.7 7a3.1 3.1 0 0 0 0 4.4l.9.9a3.1 3.1 0 0 0 4.4 0l1.6-1.7" />
      <path d="M8.3 4.1 9 3.6a3.1 3.1 0 0 1 3.4 3.4l-.5.7" />
    </>
  ),
} satisfies Record<string, ReactNode>;

export type IconName = keyof typeof SHAPES;

interface IconProps {
  name: IconName;
  /** Edge in CSS pixels. */
  size?: number;
}

/** An icon beside a text that says the same: always hidden from screen readers. */
export function Icon({ name, size = 16 }: IconProps) {
  return (
    <svg
      aria-hidden="true"
      fill="none"
      height={size}
      stroke="currentColor"
      strokeLinecap="round"
      strokeLinejoin="round"
      strokeWidth="1.5"
      viewBox="0 0 16 16"
      width={size}
    >
      {SHAPES[name]}
    </svg>
  );
}
