import { BoardTheme, type MapKind } from '@huanwei/contract/boards/codes'
import type { Board, PanelData } from '@huanwei/contract/boards/endpoints'
import { pointAddress } from '@huanwei/contract/boards/rules'
import type { Status } from '@huanwei/contract/live/codes'
import { useEffect, useEffectEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { MapCanvas } from '../../../../map/base/MapCanvas.tsx'
import { MapLoading } from '../../../../map/base/MapNotice.tsx'
import { day, greenNight, type Land, night } from '../../../../map/base/palette.ts'
import { NoWebGl } from '../../../../map/scene/scene.ts'
import { brightStates, darkStates } from '../../../../map/scene/state-colours.ts'
import { useScene } from '../../../../map/scene/use-scene.ts'
import { middleOf, outlineOf } from '../../../../map/shapes/shapes.ts'
import { useOpenList } from '../../engine/board-access.ts'
import { boardColours } from '../../engine/board-colours.ts'
import { loadBoardScene } from '../../engine/load-scene.ts'
import { useTurn } from '../../engine/use-turn.ts'
import { MapCard } from './MapCard.tsx'
import { PointSteps } from './PointSteps.tsx'
import '../../../../map/base/map.css'
import './map-panel.css'

type Points = Extract<PanelData, { shape: 'points' }>
type Props = {
  data: Points | Extract<PanelData, { shape: 'areas' }>
  /** '' for a panel without a title. */
  title: string
  drawing: MapKind
  ground: NonNullable<Board['ground']>
  theme: BoardTheme
}

const noPoints: Points = { shape: 'points', points: [] }

const lands: Record<BoardTheme, Land> = { blue: night, green: greenNight, light: day }

/** A card stands for this, seconds. */
const cardSeconds = 8

const placeOf = (points: Points['points'], key: string | undefined) => {
  const found = points.find((one) => one.key === key)
  return found ? ([found.lng, found.lat] as const) : []
}

type Areas = Extract<PanelData, { shape: 'areas' }>['areas']

const middleOfArea = (areas: Areas, key: string | undefined) => {
  const found = areas.find(({ id }) => String(id) === key)
  return found ? middleOf(outlineOf(found.shape)) : []
}

/** Words for the states of objects, in the order of their colours. */
const ofObjects = ['offline', 'stationary', 'moving', 'warning', 'alert'] as const

/** A map is dead if nothing is drawn after so long; it is opened anew after a rest, ms. */
const [deadMs, restMs] = [30_000, 5000]

/** The live map of a board. One that does not come, as while the server is away, is opened anew: nobody stands before a wall. */
export function MapPanel(props: Props) {
  const [isDead, setDead] = useState(false)
  useEffect(() => {
    // What draws maps is given up once no map is there, and fetched again for the next one.
    const timer = isDead ? setTimeout(setDead, restMs, false) : undefined
    return () => clearTimeout(timer)
  }, [isDead])
  return isDead ? <MapLoading /> : <OpenMap {...props} onDead={() => setDead(true)} />
}

/** A map with its legend, and cards that take turns. */
function OpenMap({ data, title, drawing, ground, theme, onDead }: Props & { onDead: () => void }) {
  const { points, cards, opens } = data.shape === 'points' ? data : noPoints
  const { names } = data
  const { t } = useTranslation(['boards', 'map', 'live'])
  const openList = useOpenList()
  const isLight = theme === BoardTheme.light
  const colours = isLight ? darkStates : brightStates
  const opened = useScene(async (place) => {
    const { openBoardScene } = await loadBoardScene()
    const look = { title: title || t('map:liveMap'), drawing, colours, ink: boardColours[theme].ink }
    return openBoardScene(place, { ...ground, view: null, land: lands[theme] }, look)
  })
  const { scene, failure } = opened
  const look = useEffectEvent(() => {
    // A page that nobody sees draws nothing.
    if (!document.hidden && !(failure instanceof NoWebGl) && !scene?.isDrawn()) onDead()
  })
  useEffect(() => {
    const timer = setInterval(look, deadMs)
    return () => clearInterval(timer)
  }, [])
  useEffect(() => scene?.setOnOpen(openList && ((key) => openList(pointAddress(opens, key)))), [scene, opens, openList])
  useEffect(() => scene?.show(points), [scene, points])
  const areas = data.shape === 'areas' ? data.areas : undefined
  useEffect(() => {
    if (areas) scene?.showAreas(areas)
  }, [scene, areas])
  const turn = useTurn(cardSeconds)
  const card = cards?.[turn % Math.max(1, cards.length)]
  const [stopKey, setStopKey] = useState<string>()
  const [lng, lat] = areas ? middleOfArea(areas, stopKey) : placeOf(points, stopKey ?? card?.key)
  useEffect(() => scene?.ring(lng === undefined || lat === undefined ? undefined : { lng, lat }), [scene, lng, lat])
  const colourOf = (wanted: Status) => colours.find(([status]) => status === wanted)?.[1]
  const legend = names ?? colours.map(([status], place) => ({ status, label: t(`live:status.${ofObjects[place] ?? 'offline'}`) }))
  return (
    <div className="map board-map">
      <MapCanvas {...opened} />
      {card && <MapCard card={card} colour={colourOf(card.status)} href={pointAddress(opens, card.key)} />}
      {drawing !== 'heat' && (
        <ul className="board-legend">
          {legend.map(({ label, status }) => (
            <li key={label}>
              <i className="board-dot" aria-hidden="true" style={{ background: colourOf(status) }} />
              {label}
            </li>
          ))}
        </ul>
      )}
      {drawing !== 'heat' && (
        <PointSteps
          stops={areas?.map(({ id, name, status }) => ({ key: String(id), name, status })) ?? points}
          stateOf={(wanted) => legend.find(({ status }) => status === wanted)?.label ?? ''}
          onStop={setStopKey}
          onOpen={openList && ((key) => openList(pointAddress(opens, key)))}
        />
      )}
    </div>
  )
}
