import { BoardTheme } from '@huanwei/contract/boards/codes'
import type { Board, PanelData } from '@huanwei/contract/boards/endpoints'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { MapCanvas } from '../../../map/base/MapCanvas.tsx'
import { day, night } from '../../../map/base/palette.ts'
import type { BoardPoint } from '../../../map/scene/board-scene.ts'
import { brightStates, darkStates } from '../../../map/scene/state-colours.ts'
import { useScene } from '../../../map/scene/use-scene.ts'
import { loadBoardScene } from '../engine/load-scene.ts'
import '../../../map/base/map.css'

type Names = Extract<PanelData, { shape: 'points' }>['names']
/** `names`: of the states, where they are not those of objects. */
type Props = { points: readonly BoardPoint[]; names: Names; ground: NonNullable<Board['ground']>; theme: BoardTheme }

/** The live map of a board with its legend. */
export function MapPanel({ points, names, ground, theme }: Props) {
  const { t } = useTranslation(['boards', 'map', 'live'])
  const isLight = theme === BoardTheme.light
  const colours = isLight ? darkStates : brightStates
  const opened = useScene(async (place) => {
    const { openBoardScene } = await loadBoardScene()
    return openBoardScene(place, { ...ground, view: null, land: isLight ? day : night }, t('map:liveMap'), colours)
  })
  const { scene } = opened
  useEffect(() => scene?.show(points), [scene, points])
  const ofObjects = ['offline', 'stationary', 'moving', 'warning', 'alert'] as const
  const legend =
    names?.map(({ status, label }) => ({ label, colour: colours.find(([one]) => one === status)?.[1] })) ??
    ofObjects.map((name, place) => ({ label: t(`live:status.${name}`), colour: colours[place]?.[1] }))
  return (
    <div className="map board-map">
      <MapCanvas {...opened} />
      <ul className="board-legend">
        {legend.map(({ label, colour }) => (
          <li key={label}>
            <i className="board-dot" aria-hidden="true" style={{ background: colour }} />
            {label}
          </li>
        ))}
      </ul>
    </div>
  )
}
