import { useTranslation } from 'react-i18next'

/** In place of a map whose code did not arrive: what is around it works without. */
export function NoMap() {
  const { t } = useTranslation('list')
  return <p className="drawer-note">{t('place.noMap')}</p>
}
