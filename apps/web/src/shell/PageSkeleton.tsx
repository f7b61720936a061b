import { useTranslation } from 'react-i18next'

const rows = Array.from({ length: 9 }, (_, row) => row)

/** The shape of a list screen while its code comes. */
export function PageSkeleton() {
  const { t } = useTranslation('common')
  return (
    <div className="skeleton" role="status" aria-label={t('loading')}>
      <div className="bone bone-bar" />
      <div className="skeleton-card">
        {rows.map((row) => (
          <div key={row} className="bone" />
        ))}
      </div>
    </div>
  )
}
