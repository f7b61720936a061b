import { useTranslation } from 'react-i18next'
import { ActionButton } from '../../ui/form/ActionButton.tsx'

type Props = { disabled?: boolean; onReject: () => Promise<unknown>; onApprove: () => Promise<unknown> }

/** 驳回 and 通过, of one application or many; `Ctrl+Enter` approves. */
export function VerdictButtons({ disabled = false, onReject, onApprove }: Props) {
  const { t } = useTranslation('approvals')
  return (
    <>
      <ActionButton danger disabled={disabled} onAct={onReject}>
        {t('reject')}
      </ActionButton>
      <ActionButton type="primary" confirms disabled={disabled} onAct={onApprove}>
        {t('approve')}
      </ActionButton>
    </>
  )
}
