import { UndoOutlined } from '@ant-design/icons'
import { type Calibration, getCalibrations, revokeCalibration } from '@huanwei/contract/boxes/endpoints'
import { metrics } from '@huanwei/contract/readings/codes'
import { useQuery } from '@tanstack/react-query'
import { Button, Input, type InputRef, Skeleton } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { query } from '../../lib/api.ts'
import { useAct } from '../../lib/send.ts'
import { useMay } from '../../lib/session.ts'
import { ActionButton } from '../../ui/form/ActionButton.tsx'
import { LoadFailed } from '../../ui/list/ListNotice.tsx'
import { calibrated } from './calibrated.ts'
import './boxes.css'

/** What was calibrated, by whom, and what was taken back. */
export function CalibrationList({ boxId }: { boxId: number }) {
  const { t } = useTranslation(['boxes', 'list'])
  const { data, error, refetch } = useQuery(query(getCalibrations, { id: boxId }))
  if (!data && error) return <LoadFailed title={t('list:failed')} error={error} onRetry={() => void refetch()} />
  if (!data) return <Skeleton active />
  if (!data.length) return <p className="drawer-note">{t('noCalibrations')}</p>
  return (
    <ul className="calibrations" aria-label={t('calibrations')}>
      {data.map((one) => (
        <CalibrationItem key={one.id} calibration={one} />
      ))}
    </ul>
  )
}

function CalibrationItem({ calibration }: { calibration: Calibration }) {
  const { t } = useTranslation(['boxes', 'readings'])
  const { metric, channel, factor, offset, startTime, remark, createName, createTime, revokeTime } = calibration
  const name = t(`readings:metrics.${metric}`)
  const sign = offset < 0 ? '−' : '+'
  return (
    <li data-revoked={revokeTime ? '' : undefined}>
      <strong>{channel ? t('readings:channel', { name, channel }) : name}</strong>{' '}
      <span className="calibration-formula">
        × {factor} {sign} {Math.abs(offset)} {metrics[metric].unit}
      </span>
      <p>
        {t('startTime')} <time dateTime={startTime.replace(' ', 'T')}>{startTime}</time> ·{' '}
        {t('by', { who: createName, when: createTime })}
      </p>
      {remark && <p>{remark}</p>}
      {revokeTime ? (
        <p>{t('revokedBy', { who: calibration.revokeName, when: revokeTime, reason: calibration.revokeReason })}</p>
      ) : (
        <Revoke id={calibration.id} />
      )}
    </li>
  )
}

/** What is written is next. */
const focusOn = (input: InputRef | null) => input?.focus()

/** Takes a calibration back once the reason is written. */
function Revoke({ id }: { id: number }) {
  const { t } = useTranslation('boxes')
  const mayEdit = useMay('admin_box_edit')
  const revoke = useAct(revokeCalibration, calibrated)
  const [reason, setReason] = useState<string>()
  if (!mayEdit) return null
  if (reason === undefined)
    return (
      <Button size="small" autoInsertSpace={false} icon={<UndoOutlined aria-hidden />} onClick={() => setReason('')}>
        {t('revoke')}
      </Button>
    )
  return (
    <span className="calibration-revoke">
      <Input
        ref={focusOn}
        size="small"
        aria-label={t('reason')}
        placeholder={t('reason')}
        maxLength={200}
        value={reason}
        onChange={({ target }) => setReason(target.value)}
      />
      <ActionButton danger size="small" disabled={!reason.trim()} onAct={() => revoke({ id, reason })}>
        {t('revoke')}
      </ActionButton>
    </span>
  )
}
