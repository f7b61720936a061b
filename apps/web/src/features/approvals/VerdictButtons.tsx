import { useTranslation } from 'react-i18next'
import { ActionButton } from '../../ui/form/ActionButton.tsx'
import { KeyCap } from '../queues/desk/KeyCap.tsx'

type Props = {
  disabled?: boolean
  /** Number of those that are decided together. */
  count?: number
  /** `Ctrl+Enter` rejects: somebody was about to. */
  isRejecting?: boolean
  onReject: () => Promise<unknown>
  onApprove: () => Promise<unknown>
}

/** 驳回 and 通过, of one application or many; `Ctrl+Enter` approves, unless somebody was about to reject. */
export function VerdictButtons({ disabled = false, count = 1, isRejecting = false, onReject, onApprove }: Props) {
  const { t } = useTranslation(['approvals', 'list'])
  const several = count > 1 && t('list:desk.count', { n: count })
  return (
    <>
      <ActionButton danger confirms={isRejecting} disabled={disabled} onAct={onReject}>
        {t('reject')}
        {several} <KeyCap name="2" />
      </ActionButton>
      <ActionButton type="primary" confirms={!isRejecting} disabled={disabled} onAct={onApprove}>
        {t('approve')}
        {several} <KeyCap name="1" />
      </ActionButton>
    </>
  )
}
