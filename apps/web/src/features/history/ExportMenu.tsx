import { DownloadOutlined } from '@ant-design/icons'
import { getDrivingDetail, getMileageList, listFixes } from '@huanwei/contract/history/endpoints'
import { ObjectType } from '@huanwei/contract/objects'
import { Button, Dropdown } from 'antd'
import { useTranslation } from 'react-i18next'
import { saveText } from '../../lib/save.ts'
import { useSaveSheet } from '../exports/save-sheet.ts'
import { moverOf } from './history-search.ts'
import type { Track } from './tracks/track.ts'
import { toGpx, toKml, tracksToGeoJson } from './tracks/track-files.ts'
import type { Times } from './use-tracks.ts'

const sheets = { fixes: listFixes, driving: getDrivingDetail } as const
const files = [
  { key: 'kml', format: 'KML', type: 'application/vnd.google-earth.kml+xml', write: toKml },
  { key: 'gpx', format: 'GPX', type: 'application/gpx+xml', write: toGpx },
  { key: 'geojson', format: 'GeoJSON', type: 'application/geo+json', write: tracksToGeoJson },
] as const

type Props = {
  tracks: readonly Track[]
  times: Times
  /** The one whose sheets are saved. */
  focus: Track | undefined
  /** The span is too long for trips and stops. */
  isTooLong: boolean
}

/** Sheets of the object in focus, and the ways that are shown as files for maps; a long one as thinned as it is shown. */
export function ExportMenu({ tracks, times, focus, isTooLong }: Props) {
  const { t } = useTranslation('history')
  const { mutate, isPending } = useSaveSheet()
  const name = [...tracks.map((track) => track.name), times.startTime.slice(0, 10)].join('_')
  const isThinned = tracks.some(({ points, total }) => points.length < total)
  const label = (format: string) => (isThinned ? t('thinnedFile', { format }) : format)
  const sheetLabel = (sheet: string) => (tracks.length > 1 && focus ? t('sheetOf', { sheet, name: focus.name }) : sheet)
  const sheetItem = (key: keyof typeof sheets) => ({
    key,
    label: sheetLabel(t(`sheet.${key}`)),
    disabled: key === 'driving' && isTooLong,
    onClick: () => focus && mutate({ list: sheets[key].path, filter: { ...moverOf(focus.key), ...times } }),
  })
  const movers = tracks.map((track) => moverOf(track.key))
  const vehicleIds = movers.filter(({ objectType }) => objectType === ObjectType.vehicle).map(({ objectId }) => objectId)
  return (
    <Dropdown
      trigger={['click']}
      disabled={tracks.every(({ points }) => points.length === 0)}
      menu={{
        items: [
          sheetItem('fixes'),
          sheetItem('driving'),
          {
            key: 'days',
            label: t('sheet.days'),
            disabled: isTooLong || vehicleIds.length === 0,
            onClick: () => mutate({ list: getMileageList.path, filter: { vehicleIds, ...times } }),
          },
          { type: 'divider' },
          ...files.map(({ key, format, type, write }) => ({
            key,
            label: label(format),
            onClick: () => saveText(write(tracks), type, `${name}.${key}`),
          })),
        ],
      }}
    >
      <Button icon={<DownloadOutlined aria-hidden />} loading={isPending}>
        {t('export')}
      </Button>
    </Dropdown>
  )
}
