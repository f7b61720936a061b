import { CompressOutlined, ExpandOutlined } from '@ant-design/icons'
import { ObjectType } from '@huanwei/contract/objects'
import { minuteMs } from '@huanwei/contract/time'
import { getVehicleData, getVehicleTreeList } from '@huanwei/contract/trees/endpoints'
import { wallSizes } from '@huanwei/contract/video/codes'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { Button, Skeleton } from 'antd'
import { type ReactNode, useCallback, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { query } from '../../lib/api.ts'
import { errorOf } from '../../lib/errors.ts'
import { showFailure } from '../../lib/failure.ts'
import { notify } from '../../lib/notices.ts'
import { useMay } from '../../lib/session.ts'
import { changeSettings, useSettings } from '../../lib/settings.ts'
import { useSite } from '../../lib/site.ts'
import { useLiveObjects } from '../../live/start.ts'
import { useFullScreen } from '../../map/controls/full-screen.ts'
import { ListEmpty, LoadFailed } from '../../ui/list/ListNotice.tsx'
import { Segments } from '../../ui/select/Segments.tsx'
import { TreePanel } from '../../ui/tree/TreePanel.tsx'
import { LeafSign } from '../live/LivePanel.tsx'
import { leafSources } from '../live/live-objects.ts'
import type { LiveNode } from '../live/trees/live-node.ts'
import { treeQuery } from '../live/trees/tree-query.ts'
import { ChannelList } from './ChannelList.tsx'
import { IdleNotice } from './IdleNotice.tsx'
import { NamedWallsDialog } from './NamedWallsDialog.tsx'
import { PtzPad } from './PtzPad.tsx'
import { useCameraActs } from './use-camera-acts.ts'
import { useTour } from './use-tour.ts'
import { type Shown, WallTile } from './WallTile.tsx'
import { channelIn, place, resized, shownAs, swapped, tileOf, tilesOf, type Wall, without } from './wall.ts'
import './wall.css'

export const VideoWallSearch = z.object({})

const keep = (videoWall: Wall) => changeSettings({ videoWall })

/** Live pictures side by side: a vehicle that is chosen in the tree puts its channels into the tiles, and names them to be put one by one. Source: spec 3, section 16. */
export function VideoWallPage() {
  const { t } = useTranslation('video')
  useLiveObjects()
  const mayWatch = useMay('video_view')
  const kept = useSettings((s) => s.videoWall)
  const [chosen, setChosen] = useState(0)
  const [isStopped, setStopped] = useState(false)
  const tour = useTour(kept.named, isStopped)
  const wall = tour.shown ? shownAs(kept, tour.shown) : kept
  /** Who changes the wall whose turn it is stays with it. */
  const change = (next: Wall) => {
    tour.begin(0)
    keep(next)
  }
  const add = useAdd(chosen, setChosen)
  const [vehicleId, setVehicle] = useState<number>()
  const put = (tile: string, at: number) => {
    const inSight = tilesOf(wall).indexOf(tile)
    if (inSight >= 0) change(swapped(wall, inSight, at))
    else change(place(wall, at, [tile]).wall)
  }
  if (!mayWatch) return <ListEmpty title={t('wall.mayNot')} hint={t('wall.mayNotHint')} />
  return (
    <div className="wall-page">
      <VehicleTree
        onSelect={(id) => {
          if (tour.shown) change(wall)
          setVehicle(id)
          void add(id)
        }}
      >
        {vehicleId !== undefined && (
          <ChannelList vehicleId={vehicleId} shown={tilesOf(wall)} onPut={(tile) => put(tile, Math.min(chosen, wall.size - 1))} />
        )}
      </VehicleTree>
      <WallPane
        {...{ wall, tour, isStopped }}
        chosen={Math.min(chosen, wall.size - 1)}
        onChoose={setChosen}
        onChange={change}
        onPut={put}
        onStopped={setStopped}
      />
    </div>
  )
}

/** Returns a function that puts the channels of a vehicle on the wall. */
function useAdd(chosen: number, onChoose: (at: number) => void) {
  const { t } = useTranslation('video')
  const queries = useQueryClient()
  return async (id: number) => {
    try {
      const [vehicle] = await queries.fetchQuery(query(getVehicleData, { ids: [id] }))
      const channels = vehicle?.terminalPassageways ?? []
      if (!channels.length) return notify({ kind: 'warning', text: t('wall.noCameras') })
      const { videoWall } = useSettings.getState()
      const tiles = channels.map(({ passageway }) => tileOf(id, passageway))
      const placed = place(videoWall, Math.min(chosen, videoWall.size - 1), tiles)
      keep(placed.wall)
      onChoose(placed.chosen)
    } catch (error) {
      showFailure(errorOf(error))
    }
  }
}

/** `children` stand below the tree. */
function VehicleTree({ onSelect, children }: { onSelect: (id: number) => void; children: ReactNode }) {
  const { t } = useTranslation('live')
  const tree = useQuery({ ...treeQuery(getVehicleTreeList, {}), staleTime: 5 * 60_000 })
  const sign = useCallback((node: LiveNode) => <LeafSign objectType={ObjectType.vehicle} node={node} />, [])
  return (
    <aside className="wall-tree" aria-label={t('kind.vehicle')}>
      <TreePanel
        name="video"
        label={t('kind.vehicle')}
        placeholder={t('tree.search.vehicle')}
        items={tree.data ?? none}
        instead={
          tree.error ? (
            <LoadFailed title={t('treeFailed')} error={tree.error} onRetry={() => tree.refetch()} />
          ) : (
            !tree.data && <Skeleton className="live-skeleton" active title={false} paragraph={{ rows: 8 }} />
          )
        }
        source={leafSources[ObjectType.vehicle]}
        leafSign={sign}
        selected={undefined}
        onSelect={({ id }) => onSelect(id)}
        footer={children}
      />
    </aside>
  )
}
const none: LiveNode[] = []

type PaneProps = {
  wall: Wall
  tour: ReturnType<typeof useTour>
  isStopped: boolean
  chosen: number
  onChoose: (at: number) => void
  onChange: (wall: Wall) => void
  /** Puts a channel into a tile. */
  onPut: (tile: string, at: number) => void
  onStopped: (isStopped: boolean) => void
}

function WallPane({ wall, tour, isStopped, chosen, onChoose, onChange, onPut, onStopped }: PaneProps) {
  const { t } = useTranslation('video')
  const pane = useRef<HTMLElement>(null)
  const { isFull, toggle } = useFullScreen(pane)
  const [isNaming, setNaming] = useState(false)
  const stop = useCallback(() => onStopped(true), [onStopped])
  const shown = useShown(wall)
  const isAny = shown.some(Boolean)
  const idleMinutes = useSite((s) => s.site?.videoIdleMinutes ?? 0)
  const [aloneAt, setAlone] = useState<number>()
  const alone = aloneAt !== undefined && shown[aloneAt] ? aloneAt : undefined
  const mayMove = useMay('admin_device_command')
  const [movedAt, setMoved] = useState<number>()
  const moved = movedAt === undefined ? undefined : shown[movedAt]
  const swap = (at: number, other: number) => {
    if (other < 0 || other >= wall.size) return
    onChange(swapped(wall, at, other))
    onChoose(other)
  }
  return (
    <section className="wall-pane" ref={pane} aria-label={t('wall')}>
      <div className="wall-tools">
        <Segments
          aria-label={t('wall.size')}
          value={wall.size}
          options={wallSizes.map((value) => ({ value, label: value }))}
          onChange={(size) => {
            setAlone(undefined)
            onChange(resized(wall, size))
          }}
        />
        <Button autoInsertSpace={false} disabled={!isAny} onClick={() => onChange({ ...wall, tiles: [] })}>
          {t('wall.clear')}
        </Button>
        <Button autoInsertSpace={false} aria-haspopup="dialog" onClick={() => setNaming(true)}>
          {tour.shown ? t('tour.on', { name: tour.shown.name }) : t('walls')}
        </Button>
        <Button icon={isFull ? <CompressOutlined aria-hidden /> : <ExpandOutlined aria-hidden />} onClick={toggle}>
          {t(isFull ? 'wall.leaveFull' : 'wall.full')}
        </Button>
      </div>
      {isNaming && (
        <NamedWallsDialog
          wall={wall}
          touring={tour.seconds}
          onChange={onChange}
          onShow={(one) => onChange(shownAs(wall, one))}
          onTour={tour.begin}
          onClose={() => setNaming(false)}
        />
      )}
      {isAny && !isStopped && idleMinutes > 0 && <IdleNotice idleMs={idleMinutes * minuteMs} onStop={stop} />}
      {isStopped && (
        <p className="wall-notice" role="status">
          {t('wall.hasStopped', { n: idleMinutes })}
          <Button size="small" type="primary" autoInsertSpace={false} onClick={() => onStopped(false)}>
            {t('wall.goOn')}
          </Button>
        </p>
      )}
      <ul className="wall-grid" data-size={alone === undefined ? wall.size : 1}>
        {[...shown.entries()].map(
          ([at, one]) =>
            (alone ?? at) === at && (
              <WallTile
                key={at}
                number={at + 1}
                shown={one}
                stream={at === alone || isLarge(wall.size, at) ? 'main' : 'sub'}
                isStopped={isStopped}
                isChosen={at === chosen}
                isAlone={at === alone}
                isMoved={mayMove ? at === movedAt : undefined}
                onChoose={() => onChoose(at)}
                onAlone={() => setAlone(at === alone ? undefined : at)}
                onMove={() => {
                  onChoose(at)
                  setMoved(at === movedAt ? undefined : at)
                }}
                onRemove={() => onChange(without(wall, at))}
                onSwap={(number) => swap(at, number - 1)}
                onPut={(tile) => onPut(tile, at)}
              />
            ),
        )}
      </ul>
      {mayMove && moved && !isStopped && <TilePad key={`${moved.vehicleId} ${moved.channel}`} {...moved} />}
    </section>
  )
}

/** What moves the camera of a tile. */
function TilePad(tile: { vehicleId: number; channel: number; label: string }) {
  return <PtzPad {...tile} acts={useCameraActs(tile)} />
}

/** Of one tile, and of the large one of six, more is seen than the sub stream has. */
const isLarge = (size: number, at: number) => size === 1 || (size === 6 && at === 0)

/** What each tile shows, with the names of vehicles and channels. */
function useShown(wall: Wall): (Shown | undefined)[] {
  const channels = tilesOf(wall).map(channelIn)
  const ids = [...new Set(channels.flatMap((one) => (one ? [one.vehicleId] : [])))].sort((a, b) => a - b)
  const vehicles = useQuery({
    ...query(getVehicleData, { ids }),
    enabled: ids.length > 0,
    placeholderData: keepPreviousData,
    refetchInterval: 60_000,
  })
  return channels.map((one) => {
    if (!one) return undefined
    const vehicle = vehicles.data?.find(({ id }) => id === one.vehicleId)
    const channel = vehicle?.terminalPassageways.find(({ passageway }) => passageway === one.channel)
    const label = channel ? `${vehicle?.plateNumber} ${channel.passagewayDescribe}` : ''
    return { ...one, label, isGone: !!vehicles.data && !vehicles.isPlaceholderData && !channel }
  })
}
