import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { browsers } from './browsers.ts'
import { compressed } from './vite.config.ts'

/**
 * What citizens open by a sticker's code: beside the office's screens, in a build of its own, so that a phone fetches only what it needs
 * and in one piece. Run after the other, which empties the folder.
 */
export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), compressed(/(^|[\\/])citizen.*\.(js|css|html)$/)],
  publicDir: false,
  build: {
    outDir: 'dist',
    emptyOutDir: false,
    target: browsers,
    sourcemap: false,
    rolldownOptions: {
      input: 'citizen.html',
      output: {
        entryFileNames: 'assets/citizen-[hash].js',
        chunkFileNames: 'assets/citizen-[name]-[hash].js',
        assetFileNames: 'assets/citizen-[hash][extname]',
        codeSplitting: { groups: [{ name: 'first', tags: ['$initial'] }] },
      },
    },
  },
})
