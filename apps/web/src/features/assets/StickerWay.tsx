import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import './assets.css'

/** The way to the sticker of a facility or a can. */
export function StickerWay({ id }: { id: number }) {
  const { t } = useTranslation('shell')
  return (
    <p className="asset-terminal">
      <Link to={`/event/public/sticker?objectId=${id}`}>{t('item.sticker')}</Link>
    </p>
  )
}
