/** Source: spec 1, section 9 (pagination scrolls to top). */
const scrollMs = 800

const eased = (t: number) => (t < 0.5 ? 2 * t * t : 1 - (2 - 2 * t) ** 2 / 2)

/** Brings `box` back to its top over 800 ms, at once for people who asked for less motion. The person's own scrolling wins. */
export function scrollToTop(box: HTMLElement) {
  const from = box.scrollTop
  if (from <= 0) return
  if (matchMedia('(prefers-reduced-motion: reduce)').matches) {
    box.scrollTop = 0
    return
  }
  const start = performance.now()
  let expected = from
  const step = (now: number) => {
    if (Math.abs(box.scrollTop - expected) > 2) return
    const t = Math.min(1, Math.max(0, now - start) / scrollMs)
    expected = Math.round(from * (1 - eased(t)))
    box.scrollTop = expected
    if (t < 1) requestAnimationFrame(step)
  }
  requestAnimationFrame(step)
}
