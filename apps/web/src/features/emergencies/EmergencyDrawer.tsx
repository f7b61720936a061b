import {
  acknowledgeEmergency,
  closeEmergency,
  type EmergencyRecord,
  getEmergencyRecord,
  listEmergencies,
} from '@huanwei/contract/emergencies/endpoints'
import { acknowledgeRefusal, closeRefusal } from '@huanwei/contract/emergencies/rules'
import { Alert, Button } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { useAct } from '../../lib/send.ts'
import { useMay } from '../../lib/session.ts'
import { PlaceView } from '../../map/fields/PlaceView.tsx'
import { useMenuPages } from '../../shell/menu/menu-pages.ts'
import { violationPlaces } from '../../shell/messages/message-types.ts'
import { DrawerFacts, DrawerFrame, DrawerPart, type Fact } from '../../ui/drawer/DrawerFrame.tsx'
import { NamedPhone } from '../../ui/drawer/Phone.tsx'
import { ActionButton } from '../../ui/form/ActionButton.tsx'
import { WordsField } from '../../ui/form/WordsField.tsx'
import { EmergencySteps, useEmergencyRecord } from './EmergencyRecord.tsx'
import { Answered, CallerName, EmergencyTag, Outcome } from './EmergencyState.tsx'

const shown = [getEmergencyRecord, listEmergencies]

/** A call for help with its facts, its place and who did what when; who may handle it takes or closes it here too. */
export function EmergencyDrawer({ id, onClose }: { id: number; onClose: () => void }) {
  const { t } = useTranslation(['emergencies', 'list'])
  const asked = useEmergencyRecord({ id })
  const record = asked.data
  const mayHandle = useMay('violation_handle')
  const [remark, setRemark] = useState('')
  const [isMissing, setMissing] = useState(false)
  const acknowledge = useAct(acknowledgeEmergency, shown)
  const close = useAct(closeEmergency, shown, () => setRemark(''))
  const canTake = mayHandle && !!record && !acknowledgeRefusal(record)
  const canClose = mayHandle && !!record && !closeRefusal(record)

  const end = () => {
    setMissing(!remark.trim())
    return remark.trim() ? close({ id, remark }) : undefined
  }
  return (
    <DrawerFrame
      title={t('details')}
      state={record && <EmergencyTag emergency={record} />}
      asked={asked}
      onClose={onClose}
      isUnsent={canClose && remark.trim() !== ''}
      form={
        canClose && (
          <WordsField
            label={t('remark')}
            hint={t('remarkMissing')}
            value={remark}
            onChange={setRemark}
            error={isMissing && !remark.trim() && t('remarkMissing')}
          />
        )
      }
      buttons={(leave) => (
        <>
          <Button autoInsertSpace={false} onClick={leave}>
            {t('action.close')}
          </Button>
          {canTake && (
            <ActionButton type="primary" confirms onAct={() => acknowledge({ id })}>
              {t('acknowledge')}
            </ActionButton>
          )}
          {canClose && (
            <ActionButton type="primary" confirms onAct={end}>
              {t('close')}
            </ActionButton>
          )}
        </>
      )}
    >
      {record === null && <Alert type="error" role="alert" title={t('list:missing')} />}
      {record && <EmergencyContent record={record} />}
    </DrawerFrame>
  )
}

function EmergencyContent({ record }: { record: EmergencyRecord }) {
  const { t } = useTranslation('emergencies')
  return (
    <>
      <EmergencyFacts record={record} />
      <DrawerPart title={t('place')}>
        <PlaceView lng={record.lng} lat={record.lat} />
      </DrawerPart>
      <DrawerPart title={t('record')}>
        <EmergencySteps steps={record.steps} />
      </DrawerPart>
    </>
  )
}

function EmergencyFacts({ record }: { record: EmergencyRecord }) {
  const { t } = useTranslation('emergencies')
  const { acknowledgement, closing, tier, contact } = record
  const facts: Fact[] = [
    { key: 'object', label: t('object'), value: <CallerName emergency={record} /> },
    { key: 'time', label: t('time'), value: record.time },
    { key: 'department', label: t('department'), value: record.deptName },
    { key: 'calls', label: t('callCount'), value: record.calls.toLocaleString() },
    { key: 'tier', label: t('tier'), value: tier === null ? '—' : t(`people.${tier}`) },
    { key: 'rule', label: t('rule'), value: <RuleName record={record} /> },
    { key: 'acknowledged', label: t('acknowledgedBy'), value: <Answered step={acknowledgement} /> },
    { key: 'closed', label: t('closedBy'), value: <Answered step={closing} /> },
    { key: 'position', label: t('position'), value: record.position || '—', wide: true },
    { key: 'outcome', label: t('outcome'), value: <Outcome emergency={record} />, wide: true },
  ]
  if (contact)
    facts.push({
      key: 'contact',
      label: t('contact'),
      value: <NamedPhone name={contact.name} number={contact.phone} />,
      wide: true,
    })
  return <DrawerFacts facts={facts} />
}

/** Name of the rule, which leads to the violation where the person's menu has its page. */
function RuleName({ record: { name, violationId, objectType } }: { record: EmergencyRecord }) {
  const page = violationPlaces[objectType]
  const held = useMenuPages(null)
  if (violationId === null || !held?.has(page)) return name || '—'
  return <Link to={`${page}?open=${violationId}`}>{name}</Link>
}
