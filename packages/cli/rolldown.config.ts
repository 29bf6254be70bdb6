import { defineConfig } from 'rolldown';
import { bundledLicenses } from '../../scripts/build/third-party-licenses.ts';

export default defineConfig({
  input: 'src/main.ts',
  platform: 'node',
  plugins: [bundledLicenses],
  output: { dir: 'dist', format: 'esm', cleanDir: true },
});
