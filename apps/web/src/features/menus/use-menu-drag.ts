import type { MenuTreeNode } from '@huanwei/contract/menus/endpoints'
import { type DragEvent, useState } from 'react'
import { type DropPlace, dropped, placesAt } from './menu-rows.ts'

type Wanted = { parentId: number; ids: number[] }

/** Rows that are dragged before, below or after another. Gives each row what it needs for that; nothing while `isOn` is false. */
export function useMenuDrag(nodes: MenuTreeNode[], isOn: boolean, onPlace: (wanted: Wanted) => void) {
  const [dragged, setDragged] = useState<number>()
  const [over, setOver] = useState<{ id: number; place: DropPlace }>()
  const end = () => {
    setDragged(undefined)
    setOver(undefined)
  }
  function under({ clientY, currentTarget }: DragEvent, target: number) {
    if (dragged === undefined) return undefined
    const { top, height } = currentTarget.getBoundingClientRect()
    for (const place of placesAt((clientY - top) / height)) {
      const wanted = dropped(nodes, dragged, target, place)
      if (wanted) return { place, wanted }
    }
    return undefined
  }
  return ({ id }: MenuTreeNode) =>
    isOn
      ? {
          draggable: true,
          'data-dragged': dragged === id ? '' : undefined,
          'data-drop': over?.id === id ? over.place : undefined,
          onDragStart: ({ dataTransfer }: DragEvent) => {
            dataTransfer.effectAllowed = 'move'
            setDragged(id)
          },
          onDragOver: (event: DragEvent) => {
            const found = under(event, id)
            if (found) event.preventDefault()
            if (found?.place !== over?.place || over?.id !== id) setOver(found && { id, place: found.place })
          },
          onDrop: (event: DragEvent) => {
            event.preventDefault()
            const found = under(event, id)
            end()
            if (found) onPlace(found.wanted)
          },
          onDragEnd: end,
        }
      : {}
}
export type MenuDrag = ReturnType<ReturnType<typeof useMenuDrag>>
