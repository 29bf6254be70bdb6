import type { Metadata } from 'next';
import { GeneralScreen } from '#features/teams/general-screen.tsx';

export const metadata: Metadata = { title: 'General' };

export default function GeneralPage() {
  return <GeneralScreen />;
}
