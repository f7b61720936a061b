import type { ObjectType } from '@huanwei/contract/objects'
import { type RefObject, useMemo, useState } from 'react'
import { i18n } from '../../../i18n/i18n.ts'
import { eager } from '../../../lib/eager.tsx'
import { LatePart } from '../../../shell/LatePart.tsx'
import { InPage, type Leave } from '../../../ui/drawer/DrawerFrame.tsx'
import { useMedia, wideScreen } from '../../../ui/list/use-media.ts'

const drawer = eager(async () => {
  const [{ ViolationDrawer }] = await Promise.all([
    import('../../violations/ViolationDrawer.tsx'),
    i18n.loadNamespaces(['violations', 'cleaning', 'terminals']),
  ])
  return ViolationDrawer
})
const manyDrawer = eager(async () => (await import('../../violations/JudgeManyDrawer.tsx')).JudgeManyDrawer)

type Props = {
  open: number | undefined
  objectType: ObjectType
  onOpen: (id: number | undefined) => void
  /** Asked before another takes its place. */
  leave: RefObject<Leave>
}

/**
 * The violation that was opened from the stream, over the map, which a wide screen leaves in use; the list that it is in is not needed to deal with
 * it, nor for its whole storm.
 */
export function StreamViolation({ open, objectType, onOpen, leave }: Props) {
  const isDocked = useMedia(wideScreen)
  const place = useMemo(() => (isDocked ? ({ leave, isDocked } as const) : undefined), [isDocked, leave])
  const [storm, setStorm] = useState<{ ids: [number]; objectType: ObjectType }>()
  const close = () => onOpen(undefined)
  const endStorm = () => setStorm(undefined)
  function turnToStorm(id: number, its: ObjectType) {
    close()
    setStorm({ ids: [id], objectType: its })
  }
  return (
    <>
      {open !== undefined && (
        <div className={isDocked ? 'live-docked' : 'live-over'} key={open}>
          <InPage value={place}>
            <LatePart onLost={close}>
              {drawer.draw({ id: open, objectType, onClose: close, onHandled: close, onOpen, onStorm: turnToStorm })}
            </LatePart>
          </InPage>
        </div>
      )}
      {storm && (
        <LatePart onLost={endStorm}>
          {manyDrawer.draw({ ...storm, withStorm: true, onClose: endStorm, onJudged: () => undefined })}
        </LatePart>
      )}
    </>
  )
}
