import { InboxOutlined, WarningOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { NetworkError } from '../../lib/errors.ts'
import './list.css'

type Props = { title: string; hint: string; action?: ReactNode }

/** Text of an empty list, and the next step. */
export const ListEmpty = ({ title, hint, action }: Props) => (
  <div className="list-notice" role="status">
    <InboxOutlined aria-hidden="true" />
    <strong>{title}</strong>
    <p>{hint}</p>
    {action}
  </div>
)

/** A failure, its meaning, and a retry. */
export function LoadFailed({ title, error, onRetry }: { title: string; error: Error; onRetry: () => void }) {
  const { t } = useTranslation('list')
  return (
    <div className="list-notice" role="alert">
      <WarningOutlined aria-hidden="true" data-tone="warn" />
      <strong>{title}</strong>
      <p>{error.message}</p>
      <p>{t(error instanceof NetworkError ? 'failedAgain' : 'failedHint')}</p>
      <Button type="primary" autoInsertSpace={false} onClick={onRetry}>
        {t('action.retry')}
      </Button>
    </div>
  )
}
