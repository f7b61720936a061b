import gcoord from 'gcoord'

const micro = 1_000_000
const systems = ['WGS84', 'GCJ02', 'BD09'] as const

type Place = { lng: number | null; lat: number | null }

/** A place (WGS-84) in the fields of the interface: micro-degrees, and degrees as text in the coordinates of the client's map (0 WGS-84, 1 GCJ-02, 2 BD-09). */
export function mapPoint({ lng, lat }: Place, toMap: number) {
  if (lng === null || lat === null) return { lng: 0, lat: 0, mlng: '', mlat: '' }
  const [mlng, mlat] = gcoord.transform([lng, lat], 'WGS84', systems[toMap] ?? 'WGS84')
  return {
    lng: Math.round(lng * micro),
    lat: Math.round(lat * micro),
    mlng: mlng.toFixed(6),
    mlat: mlat.toFixed(6),
  }
}
