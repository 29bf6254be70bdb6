import { buildText } from '@crewboard/build-info';
import { ColorSchemeScript, mantineHtmlProps } from '@mantine/core';
import type { Metadata, Viewport } from 'next';
import { cookies, headers } from 'next/headers';
import type { ReactNode } from 'react';
import { preload } from 'react-dom';
import notice from '#components/notices/floating-notice.module.css';
import { DENSITY_COOKIE, readDensity } from '#lib/look/density.ts';
import { AppProvider, OfflineNotice } from './root-parts.ts';
// The order counts: base.css declares the cascade layers, and our other styles override those of Mantine.
import '../styles/base.css';
import '@mantine/core/styles.layer.css';
import '@mantine/notifications/styles.layer.css';
import '@mantine/spotlight/styles.layer.css';
import '@fontsource-variable/inter/wght.css';
import '@fontsource-variable/jetbrains-mono/wght.css';
import '../styles/fallback-font.css';
import '../styles/tokens.css';
import '../styles/mantine.css';

export const metadata: Metadata = {
  title: { default: 'Crewboard', template: '%s · Crewboard' },
  description: 'A self-hosted board where people and AI agents share the work.',
};

export const viewport: Viewport = { colorScheme: 'light dark' };

const interLatin = new URL('@fontsource-variable/inter/files/inter-latin-wght-normal.woff2', import.meta.url);

/** The document around all pages, with fonts, styles, and the theme and density of the person. */
export default async function RootLayout({ children }: { children: ReactNode }) {
  // Without this, the browser would request the font of all texts only after the styles.
  preload(interLatin.href, { as: 'font', type: 'font/woff2', crossOrigin: 'anonymous' });
  const nonce = (await headers()).get('x-nonce') ?? undefined;
  const density = readDensity((await cookies()).get(DENSITY_COOKIE)?.value);

  return (
    <html data-build={buildText} data-density={density} lang="en" {...mantineHtmlProps}>
      <head>
        <ColorSchemeScript defaultColorScheme="auto" nonce={nonce} />
      </head>
      <body>
        <AppProvider renderedAt={Date.now()}>
          {children}
          <OfflineNotice />
          <noscript>
            <div className={notice.container}>
              <p className={notice.notice}>
                Crewboard needs JavaScript. Allow it for this site, then reload the page.
              </p>
            </div>
          </noscript>
        </AppProvider>
      </body>
    </html>
  );
}
