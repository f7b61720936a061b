import { getVehicleData } from '@huanwei/contract/trees/endpoints'
import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import type { DragEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { query } from '../../lib/api.ts'
import { tileOf } from './wall.ts'

/** What a channel that is dragged to a tile carries: itself as `tileOf`. */
export const draggedChannel = 'text/x-wall-channel'

type Props = {
  vehicleId: number
  /** Tiles of the channels on the wall. */
  shown: readonly string[]
  onPut: (tile: string) => void
}

/** The channels of the vehicle that is chosen in the tree: a click puts one into the chosen tile, dragging into any. */
export function ChannelList({ vehicleId, shown, onPut }: Props) {
  const { t } = useTranslation('video')
  const { data } = useQuery(query(getVehicleData, { ids: [vehicleId] }))
  const vehicle = data?.[0]
  if (!vehicle?.terminalPassageways.length) return null
  return (
    <section className="wall-channels" aria-label={t('wall.channelsOf', { plate: vehicle.plateNumber })}>
      <h2>{vehicle.plateNumber}</h2>
      <ul>
        {vehicle.terminalPassageways.map(({ passageway, passagewayDescribe: name }) => {
          const tile = tileOf(vehicleId, passageway)
          const drag = (event: DragEvent) => event.dataTransfer.setData(draggedChannel, tile)
          return (
            <li key={passageway}>
              <Button
                size="small"
                autoInsertSpace={false}
                type={shown.includes(tile) ? 'primary' : 'default'}
                aria-pressed={shown.includes(tile)}
                aria-label={t('wall.put', { label: `${vehicle.plateNumber} ${name}` })}
                draggable
                onDragStart={drag}
                onClick={() => onPut(tile)}
              >
                {name}
              </Button>
            </li>
          )
        })}
      </ul>
    </section>
  )
}
