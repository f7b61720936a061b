import { LoadingOutlined } from '@ant-design/icons'
import { Button, type ButtonProps } from 'antd'
import { use, useEffect, useRef, useState } from 'react'
import { Uploads } from './uploads.ts'

type Props = Omit<ButtonProps, 'onClick' | 'loading'> & {
  /** The button shows that it works until the promise settles. Errors are the action's own to report. */
  onAct: () => PromiseLike<unknown> | undefined
  /** `Ctrl+Enter` in a drawer presses this one. */
  confirms?: boolean
}

/** A double click must not act twice: out of use for this long after a click, ms. Source: design, forms. */
export const guardMs = 1000

/** A button that acts once. It waits for the uploads of its form, whose files would be left out. */
export function ActionButton({ onAct, confirms, disabled, icon, ...rest }: Props) {
  const [busy, setBusy] = useState(false)
  const isWaiting = use(Uploads).count > 0
  const isBusy = useRef(false)
  const endGuard = useRef<() => void>(undefined)
  // A button that has gone needs no guard: its timer would outlive the page.
  useEffect(() => () => endGuard.current?.(), [])

  async function act() {
    if (isBusy.current) return
    isBusy.current = true
    setBusy(true)
    const guard = new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, guardMs)
      endGuard.current = () => {
        clearTimeout(timer)
        resolve()
      }
    })
    try {
      await onAct()
      await guard
    } finally {
      isBusy.current = false
      setBusy(false)
    }
  }

  return (
    <Button
      autoInsertSpace={false}
      {...rest}
      data-confirms={confirms ? '' : undefined}
      aria-busy={busy}
      icon={busy ? <LoadingOutlined aria-hidden /> : icon}
      disabled={disabled || busy || isWaiting}
      onClick={act}
    />
  )
}
