import { Component, type ReactNode, Suspense } from 'react'
import { i18n } from '../i18n/i18n.ts'
import { NotLoaded } from '../lib/eager.tsx'
import { isOffline } from '../lib/errors.ts'
import { notify } from '../lib/notices.ts'
import { productState } from './product-state.ts'

type Props = {
  children: ReactNode
  /** Takes the part away, so that it is fetched anew when it is opened the next time. */
  onLost: () => void
}
type State = { error: unknown }

/** A dialog or drawer of the frame whose code comes when it is opened. Where it does not come, the person is told, and the frame stays. */
export class LatePart extends Component<Props, State> {
  override state: State = { error: null }

  static getDerivedStateFromError(error: unknown): State {
    return { error }
  }

  override componentDidCatch(error: unknown) {
    if (!(error instanceof NotLoaded)) return
    error.forget()
    this.setState({ error: null })
    this.props.onLost()
    void tell()
  }

  override render() {
    const { error } = this.state
    if (error instanceof NotLoaded) return null
    if (error !== null) throw error
    return <Suspense fallback={null}>{this.props.children}</Suspense>
  }
}

async function tell() {
  const state = isOffline() ? 'unreachable' : await productState()
  notify({ kind: 'error', text: i18n.t(state === 'unreachable' ? 'common:error.offline' : `shell:page.${state}`) })
}
