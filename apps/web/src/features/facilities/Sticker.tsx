import type { Facility } from '@huanwei/contract/facilities/endpoints'
import { useTranslation } from 'react-i18next'
import { useSite } from '../../lib/site.ts'
import { QrCode } from './QrCode.tsx'

/** Sticker of one facility: the bureau, its name, and the QR code of its page for citizens. */
export function Sticker({ facility }: { facility: Facility }) {
  const { t } = useTranslation('facilities')
  const site = useSite((state) => state.site)
  const address = `${window.location.origin}/open/report/${facility.code}`
  return (
    <article className="sticker" aria-label={facility.name}>
      {site && (
        <p className="sticker-unit">
          {site.logoUrl && <img src={site.logoUrl} alt="" />}
          {site.shortName || site.title}
        </p>
      )}
      <p className="sticker-call">{t('stickers.call')}</p>
      <QrCode address={address} label={t('stickers.code', { name: facility.name })} />
      <h2>{facility.name}</h2>
      <p className="sticker-address">{facility.address}</p>
      <p className="sticker-hint">{t('stickers.hint')}</p>
      <a href={address}>{facility.code}</a>
    </article>
  )
}
