import { AimOutlined } from '@ant-design/icons'
import type { Area } from '@huanwei/contract/areas/endpoints'
import { Button } from 'antd'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { MapCanvas } from '../base/MapCanvas.tsx'
import { OnGround } from '../base/OnGround.tsx'
import type { Ground } from '../base/open-map.ts'
import type { ShapeListener } from '../scene/shape-pointer.ts'
import { useScene } from '../scene/use-scene.ts'
import type { Draft } from '../shapes/shape-draft.ts'

/** Without a listener it is only looked at. */
type Props = { draft: Draft; listener: ShapeListener | undefined; neighbours: readonly Pick<Area, 'name' | 'shape'>[] }

/** A map that a shape is drawn on: a click adds a point, points are dragged, a right click takes one away. */
export const ShapeMap = (props: Props) => (
  <OnGround className="map map-mini map-shape">{(ground) => <OpenedMap {...props} ground={ground} />}</OnGround>
)

function OpenedMap({ ground, draft, listener, neighbours }: Props & { ground: Ground }) {
  const { t } = useTranslation('map')
  const opened = useScene(async (container) => {
    const { openShapeScene } = await import('../scene/shape-scene.ts')
    return openShapeScene(container, ground, t('draw'))
  })
  const { scene } = opened
  useEffect(() => listener && scene?.listen(listener), [scene, listener])
  useEffect(() => scene?.show(draft, neighbours), [scene, draft, neighbours])

  return (
    <>
      <div className="map map-mini map-shape">
        <MapCanvas {...opened} />
        {scene && listener && <span className="map-middle" aria-hidden="true" />}
      </div>
      {listener && (
        <div className="map-place">
          <span>{t('drawHint')}</span>
          <Button size="small" icon={<AimOutlined aria-hidden />} disabled={!scene} onClick={() => scene?.takeMiddle()}>
            {t('addMiddle')}
          </Button>
        </div>
      )}
    </>
  )
}
