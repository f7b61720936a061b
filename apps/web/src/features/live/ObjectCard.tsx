import { CloseOutlined } from '@ant-design/icons'
import { ObjectType } from '@huanwei/contract/objects'
import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { Layer } from '../../live/layers.ts'
import type { ObjectRef } from '../../live/object-key.ts'
import { serverNow } from '../../live/objects.ts'
import { DrillButton } from '../emergencies/DrillButton.tsx'
import { historyAddress, useHistoryPage } from '../history/history-search.ts'
import { FacilityCard } from './FacilityCard.tsx'
import { useLiveObject, useStatus } from './live-objects.ts'
import { violationQueues } from './object-types.ts'
import { PersonCard } from './PersonCard.tsx'
import { PinToggle } from './pins/PinToggle.tsx'
import { StatusTag } from './StatusTag.tsx'
import { Toggle } from './Toggle.tsx'
import type { LiveNode } from './trees/live-node.ts'
import { VehicleCard } from './VehicleCard.tsx'
import './object-card.css'

type Props = {
  target: ObjectRef
  layer: Layer
  node: LiveNode
  isFollowing: boolean
  onFollow: (isFollowing: boolean) => void
  trail: { isShown: boolean; error: Error | null }
  onTrail: (isShown: boolean) => void
  /** There is room for pinned cards. */
  mayPin: boolean
  onClose: () => void
}

/** All about what is selected, over the map. */
export function ObjectCard({ target, layer, node, trail, onClose, ...props }: Props) {
  const { t } = useTranslation(['live', 'common'])
  const status = useStatus(target, node)
  return (
    <section className="live-card" aria-label={t('card.label', { kind: t(`kind.${layer}`), name: node.label })}>
      <header>
        <h2>{node.plateNumber ?? node.label}</h2>
        <StatusTag status={status} />
        <Button type="text" size="small" icon={<CloseOutlined />} aria-label={t('common:action.close')} onClick={onClose} />
      </header>
      {layer === 'vehicle' ? (
        <VehicleCard id={target.id} status={status} />
      ) : layer === 'person' ? (
        <PersonCard id={target.id} status={status} />
      ) : (
        <FacilityCard id={target.id} isCan={layer === 'can'} />
      )}
      {trail.isShown && trail.error && <p className="live-note">{t('card.noTrail', { reason: trail.error.message })}</p>}
      <div className="live-actions">
        {target.objectType !== ObjectType.facility && (
          <>
            <Toggle text={t('card.follow')} isOn={props.isFollowing} onTurn={props.onFollow} />
            <Toggle text={t('card.trail')} isOn={trail.isShown} onTurn={props.onTrail} />
          </>
        )}
        {props.mayPin && <PinToggle target={target} />}
        <Link className="live-link" to={`${violationQueues[target.objectType]}?objectId=${target.id}`}>
          {t(target.objectType === ObjectType.facility ? 'card.alarms' : 'card.violations')}
        </Link>
        <PlaybackLink target={target} />
        {target.objectType !== ObjectType.facility && <DrillButton target={target} name={node.plateNumber ?? node.label} />}
      </div>
    </section>
  )
}

/** The past of what moves, from where it is now on backwards. */
function PlaybackLink({ target }: { target: ObjectRef }) {
  const { t } = useTranslation(['live', 'common'])
  const time = useLiveObject(target)?.time
  const hasHistory = useHistoryPage()
  if (target.objectType === ObjectType.facility || !hasHistory) return null
  return (
    <Link className="live-link" to={historyAddress([`${target.objectType}-${target.id}`], time || serverNow())}>
      {t('card.playback')}
    </Link>
  )
}
