import type { Facility } from '@huanwei/contract/facilities/endpoints'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { encode } from 'uqr'
import { useSite } from '../../lib/site.ts'

/** A quarter of the code may be scratched off. */
const quality = 'Q'

/** Squares as one path, one unit each. */
const pathOf = (rows: boolean[][]) =>
  rows.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : []))).join('')

/** Sticker of one facility: the bureau, its name, and the QR code of its page for citizens. */
export function Sticker({ facility }: { facility: Facility }) {
  const { t } = useTranslation('facilities')
  const site = useSite((state) => state.site)
  const address = `${window.location.origin}/open/report/${facility.code}`
  const { data, size } = useMemo(() => encode(address, { ecc: quality, border: 2 }), [address])
  return (
    <article className="sticker" aria-label={facility.name}>
      {site && (
        <p className="sticker-unit">
          {site.logoUrl && <img src={site.logoUrl} alt="" />}
          {site.shortName || site.title}
        </p>
      )}
      <p className="sticker-call">{t('stickers.call')}</p>
      <svg
        viewBox={`0 0 ${size} ${size}`}
        role="img"
        aria-label={t('stickers.code', { name: facility.name })}
        shapeRendering="crispEdges"
      >
        <path d={pathOf(data)} />
      </svg>
      <h2>{facility.name}</h2>
      <p className="sticker-address">{facility.address}</p>
      <p className="sticker-hint">{t('stickers.hint')}</p>
      <a href={address}>{facility.code}</a>
    </article>
  )
}
