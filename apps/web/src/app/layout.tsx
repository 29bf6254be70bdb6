import type { Metadata, Viewport } from 'next';
import type { ReactNode } from 'react';
import { preload } from 'react-dom';
import { TrpcQueryProvider } from '../lib/trpc/trpc-query-provider.tsx';
import '@fontsource-variable/inter/wght.css';
import '@fontsource-variable/jetbrains-mono/wght.css';
import '../styles/fallback-font.css';
import '../styles/tokens.css';
import '../styles/base.css';

export const metadata: Metadata = {
  title: { default: 'Crewboard', template: '%s · Crewboard' },
  description: 'A self-hosted board where people and AI agents share the work.',
};

export const viewport: Viewport = { colorScheme: 'light dark' };

const interLatin = new URL('@fontsource-variable/inter/files/inter-latin-wght-normal.woff2', import.meta.url);

export default function RootLayout({ children }: { children: ReactNode }) {
  preload(interLatin.href, { as: 'font', type: 'font/woff2', crossOrigin: 'anonymous' });

  return (
    <html lang="en">
      <body>
        <TrpcQueryProvider>{children}</TrpcQueryProvider>
      </body>
    </html>
  );
}
