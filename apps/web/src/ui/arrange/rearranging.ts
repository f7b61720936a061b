import type { DragEvent } from 'react'

export type Dragging = { onDrag: () => void; onDragEnd: () => void; onDrop: () => void }

/** Properties of an element that is dragged to the place of another one. */
export const draggable = ({ onDrag, onDragEnd, onDrop }: Dragging) => ({
  draggable: true,
  onDragStart: (event: DragEvent) => {
    event.dataTransfer.effectAllowed = 'move'
    onDrag()
  },
  onDragEnd,
  onDragOver: (event: DragEvent) => event.preventDefault(),
  onDrop: (event: DragEvent) => {
    event.preventDefault()
    onDrop()
  },
})

const arrows = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 } as const
/** Places that a key moves something by; undefined for other keys. */
export const arrowStep = (key: string) => (Object.hasOwn(arrows, key) ? arrows[key as keyof typeof arrows] : undefined)
