import { Measure } from '@huanwei/contract/rules/codes'
import type { ViolationDetail, ViolationEvidence } from '@huanwei/contract/violations/endpoints'
import { useTranslation } from 'react-i18next'
import { PlaceView } from '../../../map/fields/PlaceView.tsx'
import { SpeedAround } from './SpeedAround.tsx'
import { useTrackAround } from './use-track-around.ts'
import './violation-evidence.css'

type Props = { violation: ViolationDetail; areas: ViolationEvidence['areas'] | undefined }

/** Position of the violation with the track around it and the areas of the rule, and the speeds on it where they are what the rule is about. */
export function ViolationTrack({ violation, areas }: Props) {
  const { t } = useTranslation('violations')
  const { lng, lat, measure, limit } = violation
  const track = useTrackAround(violation)
  const points = track.data ?? []
  return (
    <>
      <div className="violation-track">
        <PlaceView lng={lng} lat={lat} trail={points.map((point) => [point.lng, point.lat])} {...(areas && { areas })} />
        {measure === Measure.speed && limit !== null && points.length > 1 && <SpeedAround points={points} limit={limit} />}
      </div>
      {track.error && <p className="drawer-note">{t('noTrack', { reason: track.error.message })}</p>}
    </>
  )
}
