import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, gzip } from 'node:zlib'
import { defaultColour } from '@huanwei/contract/preferences/codes'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { browsers } from './browsers.ts'
import { variablesOf } from './src/ui/theme/variables.ts'

const server = process.env.HUANWEI_SERVER ?? 'http://127.0.0.1:8080'
const proxied = ['/admin', '/auth', '/act', '/code', '/open', '/docs', '/map', '/live']

/** Writes `.br` and `.gz` beside every text file whose name fits, so that the server sends them as they are. */
export function compressed(wanted = /\.(m?js|css|html|svg|json)$/): Plugin {
  return {
    name: 'huanwei-compressed',
    apply: 'build',
    async writeBundle({ dir = 'dist' }) {
      const names = (await readdir(dir, { recursive: true })).filter((name) => wanted.test(name)).values()
      // Eight at a time: a container's limit of open files may be 1 024.
      const inTurn = async () => {
        for (const name of names) await compress(join(dir, name))
      }
      await Promise.all(Array.from({ length: 8 }, inTurn))
    },
  }
}

async function compress(path: string) {
  const content = await readFile(path)
  const [br, gz] = await Promise.all([promisify(brotliCompress)(content), promisify(gzip)(content)])
  await Promise.all([writeFile(`${path}.br`, br), writeFile(`${path}.gz`, gz)])
}

/** Colours of the default theme in the page itself, for a browser that keeps no others: its first picture comes before any script. */
const defaultLook: Plugin = {
  name: 'huanwei-default-look',
  transformIndexHtml() {
    const variables = Object.entries(variablesOf('default', defaultColour))
    return [
      { tag: 'style', injectTo: 'head', children: `:root{${variables.map(([name, value]) => `${name}:${value}`).join(';')}}` },
    ]
  },
}

/** The frame with its tools, the registry of the pages and the first of them, and what sets the language of dates. */
const framed =
  /[\\/]src[\\/](routes|shell[\\/](Shell|Destination)|features[\\/](home[\\/]HomePage|exports[\\/]ExportsButton))\.tsx$|[\\/]dayjs\.min\.js$/

/** What every list screen is made of. */
const listed =
  /[\\/]src[\\/](ui[\\/](list[\\/](list-parts|ListFrame|DateRange)|drawer[\\/]DrawerFrame|form[\\/]FormDrawer)|features[\\/](departments[\\/]DepartmentSelect|exports[\\/]ExportButton))\.tsx$/

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), defaultLook, compressed()],
  server: {
    proxy: Object.fromEntries(
      proxied.map((path) => [`^${path}(/|\\?|$)`, { target: server, ws: path === '/act' || path === '/live' }]),
    ),
  },
  // A worker is told its own policy, which the server sends with .mjs.
  worker: { format: 'es', rolldownOptions: { output: { entryFileNames: 'assets/[name]-[hash].mjs' } } },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    target: browsers,
    sourcemap: false,
    chunkSizeWarningLimit: 1200,
    // What the login needs comes as one file, what stands around every page as a second: a tenth less than in a hundred.
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: 'first', tags: ['$initial'] },
            { name: 'frame', test: framed },
            { name: 'list', test: listed },
          ],
        },
      },
    },
  },
})
