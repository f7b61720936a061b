import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

const server = process.env.HUANWEI_SERVER ?? 'http://127.0.0.1:8080'
const proxied = ['/admin', '/auth', '/act', '/code', '/open', '/docs', '/map']

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react()],
  server: { proxy: Object.fromEntries(proxied.map((path) => [`^${path}(/|\\?|$)`, { target: server, ws: path === '/act' }])) },
  build: { outDir: 'dist', emptyOutDir: true, target: 'es2023', sourcemap: false, chunkSizeWarningLimit: 1200 },
})
