import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { ariaTexts } from './scripts/viteAria.ts'
import { buildManifest } from './scripts/viteBuild.ts'
import { chunks } from './scripts/viteChunks.ts'
import { messages } from './scripts/viteMessages.ts'

export default defineConfig({
  plugins: [messages(), ariaTexts(), react(), tailwindcss(), buildManifest()],
  build: {
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
