import { CompressOutlined, ExpandOutlined } from '@ant-design/icons'
import { ObjectType } from '@huanwei/contract/objects'
import { getVehicleData, getVehicleTreeList } from '@huanwei/contract/trees/endpoints'
import { wallSizes } from '@huanwei/contract/video/codes'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { Button, Skeleton } from 'antd'
import { useCallback, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { query } from '../../lib/api.ts'
import { errorOf } from '../../lib/errors.ts'
import { showFailure } from '../../lib/failure.ts'
import { notify } from '../../lib/notices.ts'
import { useMay } from '../../lib/session.ts'
import { changeSettings, useSettings } from '../../lib/settings.ts'
import { useLiveObjects } from '../../live/start.ts'
import { useFullScreen } from '../../map/controls/full-screen.ts'
import { ListEmpty, LoadFailed } from '../../ui/list/ListNotice.tsx'
import { Segments } from '../../ui/select/Segments.tsx'
import { TreePanel } from '../../ui/tree/TreePanel.tsx'
import { LeafSign } from '../live/LivePanel.tsx'
import { leafSources } from '../live/live-objects.ts'
import type { LiveNode } from '../live/trees/live-node.ts'
import { treeQuery } from '../live/trees/tree-query.ts'
import { IdleNotice } from './IdleNotice.tsx'
import { type Shown, WallTile } from './WallTile.tsx'
import { channelIn, place, resized, swapped, tileOf, tilesOf, type Wall, without } from './wall.ts'
import './wall.css'

export const VideoWallSearch = z.object({})

const keep = (videoWall: Wall) => changeSettings({ videoWall })

/** Live pictures side by side: a vehicle that is chosen in the tree puts its channels into the tiles. Source: spec 3, section 16. */
export function VideoWallPage() {
  const { t } = useTranslation('video')
  useLiveObjects()
  const mayWatch = useMay('video_view')
  const wall = useSettings((s) => s.videoWall)
  const [chosen, setChosen] = useState(0)
  const add = useAdd(chosen, setChosen)
  if (!mayWatch) return <ListEmpty title={t('wall.mayNot')} hint={t('wall.mayNotHint')} />
  return (
    <div className="wall-page">
      <VehicleTree onSelect={add} />
      <WallPane wall={wall} chosen={Math.min(chosen, wall.size - 1)} onChoose={setChosen} />
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

function VehicleTree({ onSelect }: { onSelect: (id: number) => void }) {
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
      />
    </aside>
  )
}
const none: LiveNode[] = []

type PaneProps = { wall: Wall; chosen: number; onChoose: (at: number) => void }

function WallPane({ wall, chosen, onChoose }: PaneProps) {
  const { t } = useTranslation('video')
  const pane = useRef<HTMLElement>(null)
  const { isFull, toggle } = useFullScreen(pane)
  const [isStopped, setStopped] = useState(false)
  const stop = useCallback(() => setStopped(true), [])
  const shown = useShown(wall)
  const isAny = shown.some(Boolean)
  const [aloneAt, setAlone] = useState<number>()
  const alone = aloneAt !== undefined && shown[aloneAt] ? aloneAt : undefined
  const swap = (at: number, other: number) => {
    if (other < 0 || other >= wall.size) return
    keep(swapped(wall, at, other))
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
            keep(resized(wall, size))
          }}
        />
        <Button autoInsertSpace={false} disabled={!isAny} onClick={() => keep({ ...wall, tiles: [] })}>
          {t('wall.clear')}
        </Button>
        <Button icon={isFull ? <CompressOutlined aria-hidden /> : <ExpandOutlined aria-hidden />} onClick={toggle}>
          {t(isFull ? 'wall.leaveFull' : 'wall.full')}
        </Button>
      </div>
      {isAny && !isStopped && <IdleNotice onStop={stop} />}
      {isStopped && (
        <p className="wall-notice" role="status">
          {t('wall.hasStopped')}
          <Button size="small" type="primary" autoInsertSpace={false} onClick={() => setStopped(false)}>
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
                onChoose={() => onChoose(at)}
                onAlone={() => setAlone(at === alone ? undefined : at)}
                onRemove={() => keep(without(wall, at))}
                onSwap={(number) => swap(at, number - 1)}
              />
            ),
        )}
      </ul>
    </section>
  )
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
