import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { VitePWA } from 'vite-plugin-pwa';
import { chunks } from './build/chunks.ts';
import { integrity } from './build/integrity.ts';
import { buildTargets } from './build/oldest-browsers.ts';
import { onlyWebSockets } from './build/only-web-sockets.ts';
import { pageLinks } from './build/page-links.ts';
import { precompress } from './build/precompress.ts';
import { reactRouter } from './build/react-router.ts';

const { plugin: findFolder, ofAll: withIntegrity } = integrity();
const server = process.env['GATEWAY'] ?? 'http://localhost:8080';

export default defineConfig(({ command }) => ({
  plugins: [
    react(),
    findFolder,
    VitePWA({
      strategies: 'injectManifest',
      srcDir: 'service-worker',
      filename: 'sw.ts',
      injectRegister: false,
      manifest: false,
      injectManifest: {
        // For the other format, the plugin sets an option that the bundler is about to drop.
        rollupFormat: 'iife',
        globPatterns: ['**/*.{js,css,html,svg,png,webmanifest}'],
        globIgnores: ['signed-in.*'],
        manifestTransforms: [withIntegrity],
      },
    }),
    onlyWebSockets(),
    pageLinks(),
    precompress(),
  ],
  resolve: {
    alias: [
      { find: 'zod', replacement: import.meta.dirname + '/src/lib/zod-in-the-browser.ts' },
      ...(command === 'build' ? [{ find: /^react-router$/, replacement: reactRouter }] : []),
    ],
  },
  build: {
    target: buildTargets,
    // The page's Content-Security-Policy allows no data: addresses and no inline script.
    assetsInlineLimit: 0,
    // All styles in one file: they are small, and each further file of a page takes longer on a slow network.
    cssCodeSplit: false,
    modulePreload: { polyfill: false },
    rolldownOptions: { output: { codeSplitting: { groups: chunks } } },
  },
  server: {
    proxy: {
      '/api': { target: server, changeOrigin: false },
      '/socket.io': { target: server, ws: true, changeOrigin: false },
    },
  },
}));
