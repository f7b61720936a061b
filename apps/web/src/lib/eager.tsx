import { type ComponentType, lazy, type ReactElement, useState } from 'react'
import { errorOf, isOffline } from './errors.ts'

/** A component in its own chunk: `load` fetches it (any number of times), `draw` makes an element of it. */
export type Eager<P> = { load: () => Promise<unknown>; draw: (props: P) => ReactElement }
type Part<P> = { loaded: ComponentType<P> | undefined; Lazy: ComponentType<P> }

/** The code or the texts of a part of the product did not arrive; whoever draws it next after `forget` fetches it anew. */
export class NotLoaded extends Error {
  override readonly name = 'NotLoaded'
  readonly forget: () => void
  constructor(cause: unknown, forget: () => void) {
    super(errorOf(cause).message, { cause })
    this.forget = forget
  }
}

/** A part that has not come after this long counts as lost, ms. Source: spec 1, section 9. */
const timeoutMs = 120_000

/** Like React's `lazy`, but what `load` brought before is drawn at once, without a flash of the skeleton. */
export function eager<P extends object>(fetch: () => Promise<ComponentType<P>>): Eager<P> {
  let loading: Promise<ComponentType<P>> | undefined
  const load = () => {
    loading ??= inTime(whenOnline(fetch)).then(
      (loaded) => {
        part.loaded = loaded
        return loaded
      },
      (error) => {
        loading = undefined
        // React keeps the failure of a lazy component for good. Not changed at once: React draws what failed a second time by itself.
        throw new NotLoaded(error, () => {
          part.Lazy = newLazy()
          fetchStylesAgain()
        })
      },
    )
    return loading
  }
  const newLazy = () => lazy(async () => ({ default: await load() }))
  const part: Part<P> = { loaded: undefined, Lazy: newLazy() }
  return { load, draw: (props) => <Drawn part={part} props={props} /> }
}

/** Not tried without a network: a browser remembers a module that it could not fetch, and never asks for it again. */
const whenOnline = <T,>(fetch: () => Promise<T>): Promise<T> => (isOffline() ? Promise.reject(new Error('offline')) : fetch())

/** The builder's loader asks for the style sheets of a part once only. */
function fetchStylesAgain() {
  for (const link of document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]'))
    if (!link.sheet) link.replaceWith(link.cloneNode())
}

/** Rejects when `work` takes too long. */
function inTime<T>(work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('timeout')), timeoutMs)
    work.then(resolve, reject).finally(() => clearTimeout(timer))
  })
}

function Drawn<P extends object>({ part, props }: { part: Part<P>; props: P }) {
  // Chosen once: a change of the type would throw the page's state away.
  const [Chosen] = useState(() => part.loaded ?? part.Lazy)
  return <Chosen {...props} />
}
