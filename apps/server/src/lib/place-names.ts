export type NameOfPlace = (lng: number, lat: number) => string

/** Returns the function that describes a position: by the nearest street in the demo city, else by its coordinates. */
export async function placeNames(demo: boolean): Promise<NameOfPlace> {
  if (!demo) return (lng, lat) => `${lng.toFixed(5)}, ${lat.toFixed(5)}`
  const { streetNear } = await import('@huanwei/city/streets')
  return streetNear
}
