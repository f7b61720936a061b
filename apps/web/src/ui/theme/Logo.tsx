import './logo.css'
import { useState } from 'react'
import { useSite } from '../../lib/site.ts'

/** The organisation's own sign, else the product's; both take the same room. Beside its name, so it needs no words. */
export function Logo({ size }: { size: number }) {
  const url = useSite((s) => s.site?.logoUrl ?? null)
  const [brokenUrl, setBrokenUrl] = useState<string>()
  return url && url !== brokenUrl ? (
    <img className="logo" src={url} alt="" width={size} height={size} onError={() => setBrokenUrl(url)} />
  ) : (
    <ProductLogo size={size} />
  )
}

/** The product's sign, as in favicon.svg. */
const ProductLogo = ({ size }: { size: number }) => (
  <svg className="logo" viewBox="0 0 32 32" width={size} height={size} aria-hidden="true">
    <rect width="32" height="32" rx="8" fill="#12b5c7" />
    <path d="M7 21.5c4.5 0 4.5-11 9-11s4.5 11 9 11" fill="none" stroke="#fff" strokeWidth="3" strokeLinecap="round" />
    <circle cx="16" cy="10.5" r="3.2" fill="#04262b" stroke="#fff" strokeWidth="2" />
  </svg>
)
