import { Button, Result } from 'antd'
import { useTranslation } from 'react-i18next'
import { NoWebGl } from '../scene/scene.ts'

/** The map's place until it is there. */
export function MapLoading() {
  const { t } = useTranslation('map')
  return (
    <div className="map-loading" role="status">
      {t('loading')}
    </div>
  )
}

/** Why there is nothing under the data. */
export function BaseMissing() {
  const { t } = useTranslation('map')
  return (
    <p className="map-banner" role="status">
      {t('baseMissing')}
    </p>
  )
}

/** Why there is no map, what it means, and a retry where one can help. */
export function MapFailure({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const { t } = useTranslation('map')
  if (error instanceof NoWebGl)
    return <Result className="map-failure" status="info" title={t('noWebGl')} subTitle={t('noWebGlHint')} />
  return (
    <Result
      className="map-failure"
      status="warning"
      title={t('failed')}
      subTitle={error instanceof Error ? error.message : t('failedHint')}
      extra={<Button onClick={onRetry}>{t('action.retry')}</Button>}
    />
  )
}
