import { type ReactNode, Suspense, startTransition } from 'react'
import { createRoot } from 'react-dom/client'
import { i18n } from '../i18n/i18n.ts'
import { whenIdle } from '../lib/idle.ts'
import { AntdLook } from './AntdLook.tsx'

/**
 * Draws `parts` of antd where nobody sees them, while the person types or reads: the first drawing of a part makes its styles and runs
 * its code for the first time, which takes longer than all else about it. They stay, for the styles go with the last who uses them.
 */
export function warmUp(parts: ReactNode) {
  const root = createRoot(document.createElement('div'))
  startTransition(() =>
    root.render(
      <Suspense>
        <AntdLook>{parts}</AntdLook>
      </Suspense>,
    ),
  )
}

/** Fonts of frame and pages. */
const weights = [400, 500, 600, 700]
/** Signs that are looked for at a time: a few ms, as the answer to the log-in may come meanwhile. */
const signsAtOnce = 150

/**
 * Lets the browser find the glyphs of all texts that are there by now, while the person types: the first time that takes longer than all
 * else about laying out a page in Chinese. The returned function ends it: a page that is about to be drawn finds those it shows.
 */
export function warmUpGlyphs() {
  const signs = [...new Set(JSON.stringify(i18n.getDataByLanguage(i18n.language)))]
  const pieces = Array.from({ length: Math.ceil(signs.length / signsAtOnce) }, (_, i) =>
    signs.slice(i * signsAtOnce, (i + 1) * signsAtOnce).join(''),
  )
  const ends = weights.flatMap((weight) => pieces.map((piece) => whenIdle(() => layOut(piece, weight))))
  return () => {
    for (const end of ends) end()
  }
}

function layOut(text: string, weight: number) {
  const box = document.createElement('div')
  box.style.cssText = `position: fixed; visibility: hidden; contain: strict; width: 100%; font-weight: ${weight}`
  box.textContent = text
  document.body.append(box)
  // Asking for it lays it out.
  void box.offsetHeight
  box.remove()
}

let isWarm = false

/** Frame around the rows of every list. */
export function warmUpLists() {
  if (isWarm) return
  isWarm = true
  import('../ui/list/list-parts.tsx').then(
    ({ listParts }) => warmUp(listParts),
    // A part that could not be fetched now comes with the first list.
    () => undefined,
  )
}
