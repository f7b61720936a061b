import { Image } from 'antd'
import { useState } from 'react'
import { useReturnedFocus } from '../drawer/use-returned-focus.ts'

type Props = { urls: string[]; at: number; onClose: () => void }

/** The pictures large, one after the other. */
export function PhotoPreview({ urls, at, onClose }: Props) {
  const [current, setCurrent] = useState(at)
  useReturnedFocus()
  return (
    <Image.PreviewGroup
      items={urls}
      preview={{ open: true, current, onChange: setCurrent, onOpenChange: (isOpen) => isOpen || onClose() }}
    />
  )
}
