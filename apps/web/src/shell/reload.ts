import { productState } from './product-state.ts'

/** Pause before a wall loads itself anew, ms; somewhat later, so that a thousand of them spread out. */
const [pauseMs, spreadMs] = [60_000, 30_000]

/** Loads this page anew, with the document around it where there is one, where the server answers: without it there would be no page any more. */
export async function reloadWhereThere() {
  if ((await productState()) === 'unreachable') return
  // A browser tries a whole page again by itself when it does not come, but no frame.
  const whole = window.frameElement ? window.parent : window
  whole.location.reload()
}

/** Loads a page anew by itself, in front of which nobody stands who would press a button. Returns the function that ends the wait. */
export function reloadLater(): () => void {
  let timer: ReturnType<typeof setTimeout>
  const wait = () => {
    timer = setTimeout(() => void reloadWhereThere().finally(wait), pauseMs + Math.random() * spreadMs)
  }
  wait()
  return () => clearTimeout(timer)
}
