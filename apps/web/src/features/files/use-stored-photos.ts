import { useFileUrls } from '../../lib/use-file-urls.ts'
import type { Photo } from '../../ui/photos/PhotoList.tsx'

/** Returns stored pictures with the addresses of their two sizes, in the order of their names. */
export function useStoredPhotos(names: readonly string[]): Photo[] {
  const largeOf = useFileUrls(names)
  const smallOf = useFileUrls(names, 'small')
  return names.map((name) => ({ name, small: smallOf(name), large: largeOf(name) }))
}
