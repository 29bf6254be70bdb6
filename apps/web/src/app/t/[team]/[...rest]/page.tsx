import type { Metadata } from 'next';
import { notFound } from 'next/navigation';

export const metadata: Metadata = { title: 'Not found' };

/** Renders the 404 of an unknown path inside the frame of the team. */
export default function UnknownPage(): never {
  notFound();
}
