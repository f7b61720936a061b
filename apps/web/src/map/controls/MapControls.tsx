import {
  AimOutlined,
  CompassOutlined,
  FullscreenExitOutlined,
  FullscreenOutlined,
  MinusOutlined,
  PlusOutlined,
} from '@ant-design/icons'
import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { LiveScene } from '../scene/live-scene.ts'
import { useFullScreen } from './full-screen.ts'

type Props = {
  scene: Pick<LiveScene, 'zoomBy' | 'faceNorth' | 'fitAll' | 'onTurn'>
  /** Element of the full screen: the map with these buttons. */
  frame: RefObject<HTMLElement | null>
  /** More of them, below. */
  children?: ReactNode
}

/** Zoom, north, everything, full screen. */
export function MapControls({ scene, frame, children }: Props) {
  const { t } = useTranslation('map')
  const needle = useRef<HTMLSpanElement>(null)
  const [isTurned, setIsTurned] = useState(false)
  const { isFull, toggle } = useFullScreen(frame)

  useEffect(
    () =>
      scene.onTurn((bearing) => {
        if (needle.current) needle.current.style.rotate = `${-45 - bearing}deg`
        setIsTurned(Math.abs(bearing) > 0.5)
      }),
    [scene],
  )

  return (
    <div className="map-controls" role="toolbar" aria-label={t('controls')} aria-orientation="vertical">
      <div>
        <Control text={t('zoomIn')} onClick={() => scene.zoomBy(1)} icon={<PlusOutlined />} />
        <Control text={t('zoomOut')} onClick={() => scene.zoomBy(-1)} icon={<MinusOutlined />} />
        <Control
          text={t('north')}
          onClick={scene.faceNorth}
          isActive={isTurned}
          icon={
            <span ref={needle} className="map-needle">
              <CompassOutlined />
            </span>
          }
        />
      </div>
      <div>
        <Control text={t('fitAll')} onClick={scene.fitAll} icon={<AimOutlined />} />
        {document.fullscreenEnabled && (
          <Control
            text={t(isFull ? 'leaveFullScreen' : 'fullScreen')}
            onClick={toggle}
            icon={isFull ? <FullscreenExitOutlined /> : <FullscreenOutlined />}
          />
        )}
      </div>
      {children}
    </div>
  )
}

type ControlProps = { text: string; icon: ReactNode; onClick: () => unknown; isPressed?: boolean; isActive?: boolean }

/** A button beside a map. */
export function Control({ text, icon, onClick, isPressed, isActive }: ControlProps) {
  return (
    <button
      type="button"
      title={text}
      aria-label={text}
      aria-pressed={isPressed}
      data-active={isActive || isPressed}
      onClick={() => void onClick()}
    >
      {icon}
    </button>
  )
}
