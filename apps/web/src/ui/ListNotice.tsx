import { Button, Empty, Result } from 'antd'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'

/** What would be here and what to do next. */
export function ListEmpty({ title, hint, action }: { title: string; hint: string; action?: ReactNode }) {
  return (
    <div className="list-notice">
      <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={<strong>{title}</strong>}>
        <p>{hint}</p>
        {action}
      </Empty>
    </div>
  )
}

/** What failed, what it means, and a way to try again. */
export function LoadFailed({ title, error, onRetry }: { title: string; error: Error; onRetry: () => void }) {
  const { t } = useTranslation('list')
  return (
    <div className="list-notice" role="alert">
      <Result
        status="warning"
        title={title}
        subTitle={`${error.message} ${t('failedHint')}`}
        extra={
          <Button type="primary" onClick={onRetry} autoInsertSpace={false}>
            {t('action.retry')}
          </Button>
        }
      />
    </div>
  )
}
