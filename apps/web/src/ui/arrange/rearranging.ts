import type { DragEvent, KeyboardEvent } from 'react'

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

const arrows: Partial<Record<string, -1 | 1>> = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 }

/** Moves by a place what holds a button, by the button or by an arrow key on it. What is moved in the document loses the focus: it is given back. */
export function mover(onMove: (step: -1 | 1) => void) {
  function move(step: -1 | 1, focused: HTMLElement | null) {
    onMove(step)
    focused?.focus()
  }
  function onKeyDown(event: KeyboardEvent<HTMLElement>) {
    const step = arrows[event.key]
    if (!step) return
    event.preventDefault()
    move(step, event.currentTarget.querySelector<HTMLElement>(':focus'))
  }
  return { move, onKeyDown }
}
