import { App } from 'antd'
import { useEffect } from 'react'
import { onNotice } from '../lib/notices.ts'

/** Shows notices as antd messages; the same words at the same time only once. */
export function Toasts() {
  const { message } = App.useApp()
  useEffect(
    () => onNotice(({ kind, text }) => void message.open({ type: kind, content: text, key: `${kind} ${text}` })),
    [message],
  )
  return null
}
