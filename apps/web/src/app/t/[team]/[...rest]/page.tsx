import type { Metadata } from 'next';
import { notFound } from 'next/navigation';

export const metadata: Metadata = { title: 'Not found' };

/** An unknown address within a team is told inside the team's frame. */
export default function UnknownPage(): never {
  notFound();
}
