import { BoardTheme } from '@huanwei/contract/boards/codes'
import type { Board, PanelData } from '@huanwei/contract/boards/endpoints'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { MapCanvas } from '../../../map/base/MapCanvas.tsx'
import { day, night } from '../../../map/base/palette.ts'
import { brightStates, darkStates } from '../../../map/scene/state-colours.ts'
import { useScene } from '../../../map/scene/use-scene.ts'
import { boardColours } from '../engine/board-colours.ts'
import { loadBoardScene } from '../engine/load-scene.ts'
import { useTurn } from '../engine/use-turn.ts'
import { MapCard } from './MapCard.tsx'
import '../../../map/base/map.css'

type Props = { data: Extract<PanelData, { shape: 'points' }>; ground: NonNullable<Board['ground']>; theme: BoardTheme }

/** A card stands for this, seconds. */
const cardSeconds = 8

const placeOf = (points: Props['data']['points'], key: string | undefined) => {
  const found = points.find((one) => one.key === key)
  return found ? ([found.lng, found.lat] as const) : []
}

/** The live map of a board with its legend, and cards that take turns. */
export function MapPanel({ data: { points, names, cards, opens }, ground, theme }: Props) {
  const { t } = useTranslation(['boards', 'map', 'live'])
  const isLight = theme === BoardTheme.light
  const colours = isLight ? darkStates : brightStates
  const opened = useScene(async (place) => {
    const { openBoardScene } = await loadBoardScene()
    return openBoardScene(
      place,
      { ...ground, view: null, land: isLight ? day : night },
      t('map:liveMap'),
      colours,
      boardColours[theme].ink,
    )
  })
  const { scene } = opened
  useEffect(() => scene?.show(points), [scene, points])
  const turn = useTurn(cardSeconds)
  const card = cards?.[turn % Math.max(1, cards.length)]
  const [lng, lat] = placeOf(points, card?.key)
  useEffect(() => scene?.ring(lng === undefined || lat === undefined ? undefined : { lng, lat }), [scene, lng, lat])
  const ofObjects = ['offline', 'stationary', 'moving', 'warning', 'alert'] as const
  const legend =
    names?.map(({ status, label }) => ({ label, colour: colours.find(([one]) => one === status)?.[1] })) ??
    ofObjects.map((name, place) => ({ label: t(`live:status.${name}`), colour: colours[place]?.[1] }))
  return (
    <div className="map board-map">
      <MapCanvas {...opened} />
      {card && (
        <MapCard card={card} colour={colours.find(([one]) => one === card.status)?.[1]} href={opens && opens + card.key} />
      )}
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
