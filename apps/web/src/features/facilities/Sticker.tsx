import type { Facility } from '@huanwei/contract/facilities/endpoints'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { encode } from 'uqr'

/** A quarter of the code may be scratched off. */
const quality = 'Q'

/** Squares as one path, one unit each. */
const pathOf = (rows: boolean[][]) =>
  rows.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : []))).join('')

/** Sticker of one facility: its name, and the QR code of its page for citizens. */
export function Sticker({ facility }: { facility: Facility }) {
  const { t } = useTranslation('facilities')
  const address = `${window.location.origin}/open/report/${facility.code}`
  const { data, size } = useMemo(() => encode(address, { ecc: quality, border: 2 }), [address])
  return (
    <article className="sticker" aria-label={facility.name}>
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
      <p>{facility.address}</p>
      <p className="sticker-hint">{t('stickers.hint')}</p>
      <a href={address}>{address}</a>
    </article>
  )
}
