import { defineConfig } from 'rolldown';
import { bundledLicenses } from '../../scripts/build/third-party-licenses.ts';

export default defineConfig({
  input: 'src/index.ts',
  // It also runs in browsers, Deno and Bun.
  platform: 'neutral',
  // Loaded by workers with a state file alone.
  external: [/^node:/],
  plugins: [bundledLicenses],
  output: { dir: 'dist', format: 'esm', cleanDir: true },
});
