import { useEffect, useEffectEvent } from 'react'
import { onCalls } from '../../live/emergencies.ts'
import { keyOf, type ObjectKey } from '../../live/object-key.ts'

/** Selects who calls for help on the live map as soon as they do. */
export function useFlight(select: (key: ObjectKey) => void) {
  const fly = useEffectEvent(select)
  useEffect(() => onCalls(([newest]) => newest && fly(keyOf({ objectType: newest.objectType, id: newest.objectId }))), [])
}
