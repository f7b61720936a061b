import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import decompress from 'woff2-encoder/decompress'

const root = join(import.meta.dirname, '..')
const folderOf = (file: string) => dirname(fileURLToPath(import.meta.resolve(file)))

/**
 * Unpacks the Chromium that npm carries (Linux x64) once per version, with its libraries and a Chinese font, so that it needs nothing of the system.
 * Returns how to start it.
 */
export async function chromiumFiles(): Promise<{ executablePath: string; env: Record<string, string> }> {
  const packed = join(folderOf('@sparticuz/chromium'), '..')
  const { version } = JSON.parse(readFileSync(join(packed, 'package.json'), 'utf8'))
  const home = join(root, 'node_modules/.cache', `chromium-${version}`)
  if (!existsSync(home)) await unpack(join(packed, 'bin'), home)
  return {
    executablePath: join(home, 'chromium'),
    env: { LD_LIBRARY_PATH: join(home, 'al2023/lib'), FONTCONFIG_FILE: join(home, 'own-fonts.conf') },
  }
}

/** Beside its place first: another process must not find a half of it. */
async function unpack(bin: string, home: string) {
  const making = `${home}-${process.pid}`
  mkdirSync(join(making, 'chinese'), { recursive: true })
  await inTemporaryFolder(making, async () => {
    const { default: chromium, inflate } = await import('@sparticuz/chromium')
    await chromium.executablePath(bin)
    await inflate(join(bin, 'al2023.tar.br'))
  })
  // The font comes in slices for browsers; Chromium reads fonts of the system only when they are not compressed.
  const slices = folderOf('@fontsource-variable/noto-sans-sc/files/noto-sans-sc-100-wght-normal.woff2')
  for (const name of readdirSync(slices).filter((one) => one.endsWith('.woff2')))
    writeFileSync(join(making, 'chinese', name.replace('.woff2', '.ttf')), await decompress(readFileSync(join(slices, name))))
  writeFileSync(
    join(making, 'own-fonts.conf'),
    `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig><dir>${home}/fonts</dir><dir>${home}/chinese</dir><cachedir>${home}/font-cache</cachedir></fontconfig>
`,
  )
  try {
    renameSync(making, home)
  } catch (error) {
    rmSync(making, { recursive: true, force: true })
    if (!existsSync(home)) throw error
  }
}

/** The package unpacks into the system's temporary folder, whatever lies there under the names it uses. */
async function inTemporaryFolder(dir: string, work: () => Promise<void>) {
  const before = process.env.TMPDIR
  process.env.TMPDIR = dir
  try {
    await work()
  } finally {
    if (before === undefined) delete process.env.TMPDIR
    else process.env.TMPDIR = before
  }
}
