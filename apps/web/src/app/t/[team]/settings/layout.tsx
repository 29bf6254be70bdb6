import type { ReactNode } from 'react';
import { PageHeader } from '#components/page/page-header.tsx';
import { SettingsTabs } from './settings-tabs.tsx';

export default function SettingsLayout({ children }: { children: ReactNode }) {
  return (
    <>
      <PageHeader title="Settings" />
      <SettingsTabs />
      {children}
    </>
  );
}
