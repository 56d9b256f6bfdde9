import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { ariaTexts } from './scripts/viteAria.ts'
import { buildManifest } from './scripts/viteBuild.ts'
import { chunks, isLarge } from './scripts/viteChunks.ts'
import { messages } from './scripts/viteMessages.ts'

export default defineConfig({
  plugins: [messages(), ariaTexts(), react(), tailwindcss(), buildManifest()],
  resolve: {
    // React has had this hook itself since version 18.
    alias: { 'use-sync-external-store/shim/with-selector': 'use-sync-external-store/with-selector' },
  },
  build: {
    // Every browser of the build target preloads modules by itself.
    modulePreload: {
      polyfill: false,
      // The first file names only the large ones that its pages need: a list of all would cost each visit a kilobyte.
      resolveDependencies: (_file, needed, { hostId }) =>
        hostId.includes('/ground-') ? needed.filter(isLarge) : needed,
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
