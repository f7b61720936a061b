import { Image } from 'antd'
import { useState } from 'react'

type Props = { urls: string[]; at: number; onClose: () => void }

/** The pictures large, one after the other. */
export function PhotoPreview({ urls, at, onClose }: Props) {
  const [current, setCurrent] = useState(at)
  return (
    <Image.PreviewGroup
      items={urls}
      preview={{ open: true, current, onChange: setCurrent, onOpenChange: (isOpen) => isOpen || onClose() }}
    />
  )
}
