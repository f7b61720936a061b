import { useEffect, useRef, useState } from 'react'

/** Number of rows of a height, px, that fit into an element above what is `reserved`, px, at least 1; and its width and height, px. */
export function useRoom<E extends HTMLElement>(rowHeight: number, reserved = 0) {
  const element = useRef<E>(null)
  const [room, setRoom] = useState(1)
  const [width, setWidth] = useState(0)
  const [height, setHeight] = useState(0)
  useEffect(() => {
    const place = element.current
    if (!place) return
    const measure = () => {
      setRoom(Math.max(1, Math.floor((place.clientHeight - reserved) / rowHeight)))
      setWidth(place.clientWidth)
      setHeight(place.clientHeight)
    }
    const observer = new ResizeObserver(measure)
    observer.observe(place)
    measure()
    return () => observer.disconnect()
  }, [rowHeight, reserved])
  return { element, room, width, height }
}
