import { useMemo } from 'react'
import { encode } from 'uqr'

/** A quarter of the code may be scratched off. */
const quality = 'Q'

/** Squares as one path, one unit each. */
const pathOf = (rows: boolean[][]) =>
  rows.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : []))).join('')

/** An address as a QR code. */
export function QrCode({ address, label }: { address: string; label: string }) {
  const { data, size } = useMemo(() => encode(address, { ecc: quality, border: 2 }), [address])
  return (
    <svg viewBox={`0 0 ${size} ${size}`} role="img" aria-label={label} shapeRendering="crispEdges">
      <path d={pathOf(data)} />
    </svg>
  )
}
