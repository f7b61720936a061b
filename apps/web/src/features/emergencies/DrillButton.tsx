import { startDrill } from '@huanwei/contract/emergencies/endpoints'
import { useTranslation } from 'react-i18next'
import { useAct } from '../../lib/send.ts'
import { useMay } from '../../lib/session.ts'
import type { ObjectRef } from '../../live/object-key.ts'
import { ConfirmButton } from '../../ui/form/ConfirmButton.tsx'

/** Starts a drill for an object, after a question. */
export function DrillButton({ target: { objectType, id: objectId }, name }: { target: ObjectRef; name: string }) {
  const { t } = useTranslation('emergencies')
  const start = useAct(startDrill, [])
  const question = {
    title: t('drillQuestion', { name }),
    content: t('drillHelp'),
    okText: t('startDrill'),
    onOk: () => start({ objectType, objectId }),
  }
  return useMay('emergency_drill') && <ConfirmButton size="small" question={question} />
}
