import { Status } from '@huanwei/contract/live/codes'
import { useTranslation } from 'react-i18next'
import { layers } from '../../live/layers.ts'
import { statusColour } from '../base/palette.ts'
import { layerIcons } from './LayerControls.tsx'

const statuses = [
  ['moving', Status.moving],
  ['stationary', Status.stationary],
  ['alert', Status.alert],
  ['warning', Status.warning],
  ['offline', Status.offline],
] as const

/** What the colours, pictograms and figures of the map mean; folded until it is asked for. */
export function LiveLegend() {
  const { t } = useTranslation(['map', 'live'])
  return (
    <details className="map-legend">
      <summary>{t('legend')}</summary>
      <ul>
        {statuses.map(([word, status]) => (
          <li key={word}>
            <i style={{ background: statusColour[status] }} /> {t(`live:status.${word}`)}
          </li>
        ))}
        {layers.map((layer) => (
          <li key={layer}>
            <span aria-hidden="true">{layerIcons[layer]}</span> {t(`live:kind.${layer}`)}
          </li>
        ))}
      </ul>
      <p>{t('legendGroups')}</p>
    </details>
  )
}
