import { productState } from './product-state.ts'

/** Pause before a wall loads itself anew, ms; somewhat later, so that a thousand of them spread out. */
const [pauseMs, spreadMs] = [60_000, 30_000]

/** Loads this page anew, where the server answers: without it there would be no page any more. */
export async function reloadWhereThere() {
  if ((await productState()) !== 'unreachable') window.location.reload()
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
