import { type ReactNode, Suspense, startTransition } from 'react'
import { createRoot } from 'react-dom/client'
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

let isWarm = false

/** What stands around the rows of every list, once. */
export function warmUpLists() {
  if (isWarm) return
  isWarm = true
  import('../ui/list-parts.tsx').then(
    ({ listParts }) => warmUp(listParts),
    // What could not be fetched now comes with the first list.
    () => undefined,
  )
}
