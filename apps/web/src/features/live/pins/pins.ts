import { useMemo } from 'react'
import { changeSettings, useSettings } from '../../../lib/settings.ts'
import { isKey, type ObjectKey } from '../../../live/object-key.ts'

/** The pinned objects in their order. */
export function usePins(): readonly ObjectKey[] {
  const pins = useSettings((s) => s.livePins)
  return useMemo(() => pins.filter(isKey), [pins])
}

export const keepPins = (livePins: ObjectKey[]) => changeSettings({ livePins })
