import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { ariaTexts } from './scripts/viteAria.ts'
import { buildManifest } from './scripts/viteBuild.ts'
import { chunks, isLarge } from './scripts/viteChunks.ts'
import { compressedTwins } from './scripts/viteCompression.ts'
import { earlyFiles } from './scripts/viteEarly.ts'
import { icons } from './scripts/viteIcons.ts'
import { leanTypes } from './scripts/viteLeanTypes.ts'
import { messages } from './scripts/viteMessages.ts'

export default defineConfig({
  plugins: [
    messages(),
    ariaTexts(),
    icons(),
    leanTypes(),
    react(),
    tailwindcss(),
    buildManifest(),
    earlyFiles(),
    compressedTwins(),
  ],
  resolve: {
    // React has had this hook itself since version 18.
    alias: { 'use-sync-external-store/shim/with-selector': 'use-sync-external-store/with-selector' },
  },
  build: {
    // Every browser of the build target preloads modules by itself.
    modulePreload: {
      polyfill: false,
      // What a page loads first names only the large files to come: a list of all would cost each visit two kilobytes.
      resolveDependencies: (_file, needed, { hostId }) =>
        /\/(ground|frame|records)-/.test(hostId) ? needed.filter(isLarge) : needed,
    },
    outDir: 'dist/web',
    manifest: true,
    sourcemap: false,
    target: 'es2023',
    rolldownOptions: {
      output: {
        codeSplitting: { groups: chunks },
      },
    },
  },
})
