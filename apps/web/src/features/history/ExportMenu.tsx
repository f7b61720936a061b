import { DownloadOutlined } from '@ant-design/icons'
import { Button, Dropdown } from 'antd'
import { useTranslation } from 'react-i18next'
import { saveText } from '../../lib/save.ts'
import type { Track } from './track.ts'
import { toGpx, tracksToGeoJson } from './track-files.ts'
import type { Times } from './use-tracks.ts'

/** The ways that are shown, as files for maps; a long one as thinned as it is shown. */
export function ExportMenu({ tracks, times }: { tracks: readonly Track[]; times: Times }) {
  const { t } = useTranslation('history')
  const name = [...tracks.map((track) => track.name), times.startTime.slice(0, 10)].join('_')
  const files = {
    gpx: () => saveText(toGpx(tracks), 'application/gpx+xml', `${name}.gpx`),
    geojson: () => saveText(tracksToGeoJson(tracks), 'application/geo+json', `${name}.geojson`),
  }
  const isThinned = tracks.some(({ points, total }) => points.length < total)
  const label = (format: string) => (isThinned ? t('thinnedFile', { format }) : format)
  return (
    <Dropdown
      trigger={['click']}
      disabled={tracks.every(({ points }) => points.length === 0)}
      menu={{
        items: [
          { key: 'gpx', label: label('GPX'), onClick: files.gpx },
          { key: 'geojson', label: label('GeoJSON'), onClick: files.geojson },
        ],
      }}
    >
      <Button icon={<DownloadOutlined aria-hidden />}>{t('export')}</Button>
    </Dropdown>
  )
}
