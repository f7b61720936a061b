import { useState } from 'react'
import type { CheckedIds } from '../../ui/tree/checks.ts'
import type { LiveTab } from './live-search.ts'
import type { Picking } from './PickBar.tsx'

type State = { tab: LiveTab; picked: CheckedIds | undefined; isAlone: boolean }

/** Objects picked in the tree of the tab; another tab begins with none. */
export function usePicking(tab: LiveTab): Picking {
  const [state, setState] = useState<State>({ tab, picked: undefined, isAlone: false })
  const { picked, isAlone } = state.tab === tab ? state : { picked: undefined, isAlone: false }
  return {
    picked,
    isAlone,
    onPicked: (next) => setState({ tab, picked: next, isAlone: isAlone && next !== undefined }),
    onAlone: (next) => setState({ tab, picked, isAlone: next }),
  }
}
