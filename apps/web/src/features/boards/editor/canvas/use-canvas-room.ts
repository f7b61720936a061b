import type { BoardDefinition } from '@huanwei/contract/designs/endpoints'
import { useEffect, useRef, useState } from 'react'
import { canvasSize } from './canvas-size.ts'

/** Px of the window around the canvas of a board that stands. */
const aroundHeight = 260

/** The canvas of a board in the width that an element has. */
export function useCanvasRoom(board: Pick<BoardDefinition, 'isUpright'>) {
  const element = useRef<HTMLDivElement>(null)
  const [width, setWidth] = useState(320)
  useEffect(() => {
    const place = element.current
    if (!place) return
    const observer = new ResizeObserver(() => setWidth(place.clientWidth || 320))
    observer.observe(place)
    return () => observer.disconnect()
  }, [])
  return { element, size: canvasSize(board, { width, height: Math.max(480, window.innerHeight - aroundHeight) }) }
}
