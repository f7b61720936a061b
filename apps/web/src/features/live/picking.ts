import { useState } from 'react'
import type { CheckedIds } from '../../ui/tree/checks.ts'
import type { Tab } from './live-search.ts'
import type { Picking } from './PickBar.tsx'

type State = { tab: Tab; picked: CheckedIds | undefined; isAlone: boolean }

/** What is picked in the tree of the tab; another tab begins without. */
export function usePicking(tab: Tab): Picking {
  const [state, setState] = useState<State>({ tab, picked: undefined, isAlone: false })
  const { picked, isAlone } = state.tab === tab ? state : { picked: undefined, isAlone: false }
  return {
    picked,
    isAlone,
    onPicked: (next) => setState({ tab, picked: next, isAlone: isAlone && next !== undefined }),
    onAlone: (next) => setState({ tab, picked, isAlone: next }),
  }
}
