import { App } from 'antd'
import { useEffect } from 'react'
import { onNotice } from '../lib/notices.ts'

/** Shows notices as antd messages, those with a title as notifications; the same words at the same time only once. */
export function Toasts() {
  const { message, notification } = App.useApp()
  useEffect(
    () =>
      onNotice(({ kind, text, title, about }) => {
        const key = about ?? `${kind} ${text}`
        if (title === undefined) void message.open({ type: kind, content: text, key })
        else notification.open({ type: kind, title, description: text, key, duration: false, placement: 'topRight' })
      }),
    [message, notification],
  )
  return null
}
