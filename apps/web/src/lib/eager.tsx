import { type ComponentType, lazy, type ReactElement, useState } from 'react'

/** A component in its own chunk: `load` fetches it (any number of times), `draw` makes an element of it. */
export type Eager<P> = { load: () => Promise<unknown>; draw: (props: P) => ReactElement }
type Part<P> = { loaded: ComponentType<P> | undefined; Lazy: ComponentType<P> }

/** Like React's `lazy`, but what `load` brought before is drawn at once, without a flash of the skeleton. */
export function eager<P extends object>(fetch: () => Promise<ComponentType<P>>): Eager<P> {
  let loading: Promise<ComponentType<P>> | undefined
  const load = () => {
    loading ??= fetch().then(
      (loaded) => {
        part.loaded = loaded
        return loaded
      },
      (error) => {
        loading = undefined
        throw error
      },
    )
    return loading
  }
  const part: Part<P> = { loaded: undefined, Lazy: lazy(async () => ({ default: await load() })) }
  return { load, draw: (props) => <Drawn part={part} props={props} /> }
}

function Drawn<P extends object>({ part, props }: { part: Part<P>; props: P }) {
  // Chosen once: a change of the type would throw the page's state away.
  const [Chosen] = useState(() => part.loaded ?? part.Lazy)
  return <Chosen {...props} />
}
