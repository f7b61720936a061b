import { reloadWhereThere } from './reload.ts'

/** Time in which the page of a new build has to be filled, the interval of the looks whether it is, and the time in which its drawings come to rest, ms. */
const [patienceMs, lookMs, restMs] = [60_000, 500, 2000]

/** Events at the frame of a page, by which it speaks to the document around it. That may be of a build of months before: they stay as they are. */
const [filledEvent, newerEvent] = ['huanwei-filled', 'huanwei-newer']

/** The frame whose page is shown in place of this document's own, and the one whose page fills itself below it. */
let shown: HTMLIFrameElement | undefined
let coming: HTMLIFrameElement | undefined
let giveUp: (() => void) | undefined
let leave: (() => void) | undefined

/** Takes the function that ends what this document draws by itself; called once the page of a new build stands in its place. */
export function setLeave(end: () => void) {
  leave = end
}

/**
 * Loads a new build without a flash: in a frame below the page that is shown, which goes once the new page is filled. There is one frame at a time, and a
 * second one meanwhile. A page that does not come is loaded anew as a whole.
 */
export function loadNewBuild() {
  const frame = window.frameElement
  const isLeft = frame !== null && !frame.dispatchEvent(new Event(newerEvent, { cancelable: true }))
  if (!isLeft) bringNext()
}

function bringNext() {
  if (coming) return
  const address = new URL((shown?.contentWindow ?? window).location.href)
  // A browser opens no frame with the address of the document around it.
  address.searchParams.set('framed', '1')
  const frame = Object.assign(document.createElement('iframe'), { src: address.href, title: document.title })
  frame.className = 'board-next'
  coming = frame
  const timer = setTimeout(() => {
    stopComing()
    void reloadWhereThere()
  }, patienceMs)
  giveUp = () => {
    clearTimeout(timer)
    frame.remove()
    coming = undefined
  }
  frame.addEventListener(filledEvent, () => {
    if (coming !== frame) return
    clearTimeout(timer)
    showNext(frame)
  })
  frame.addEventListener(newerEvent, (event) => {
    event.preventDefault()
    bringNext()
  })
  // What stands earlier in the document lies below.
  document.body.prepend(frame)
}

/** Gives up a page that fills itself: who left the board stays where they went. */
export function stopComing() {
  if (coming) giveUp?.()
}

function showNext(frame: HTMLIFrameElement) {
  const before = shown
  shown = frame
  coming = undefined
  leave?.()
  leave = undefined
  before?.remove()
  frame.contentWindow?.focus()
}

/** Tells the document around this one, where there is one, that its page is filled. Returns the function that ends the looks. */
export function tellWhenFilled(isFilled: () => boolean): () => void {
  const frame = window.frameElement
  if (!frame) return () => undefined
  let timer = setTimeout(look, lookMs)
  function look() {
    timer = isFilled() ? setTimeout(() => frame?.dispatchEvent(new Event(filledEvent)), restMs) : setTimeout(look, lookMs)
  }
  return () => clearTimeout(timer)
}
