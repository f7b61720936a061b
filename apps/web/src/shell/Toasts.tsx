import { App, Button } from 'antd'
import { Fragment, useEffect } from 'react'
import { onNotice } from '../lib/notices.ts'

/** Shows notices as antd messages, those with a title as notifications; the same words at the same time only once. */
export function Toasts() {
  const { message, notification } = App.useApp()
  useEffect(
    () =>
      onNotice(({ kind, text, title, about, way }) => {
        const key = about ?? `${kind} ${text}`
        if (way) {
          const go = () => {
            message.destroy(key)
            way.go()
          }
          const button = (
            <Button type="link" size="small" autoInsertSpace={false} onClick={go}>
              {way.word}
            </Button>
          )
          void message.open({ type: kind, content: [text, <Fragment key="way"> {button}</Fragment>], key, duration: way.seconds })
        } else if (title === undefined) void message.open({ type: kind, content: text, key })
        else notification.open({ type: kind, title, description: text, key, duration: false, placement: 'topRight' })
      }),
    [message, notification],
  )
  return null
}
