import { useEffect, useState } from 'react'
import { i18n } from '../../i18n/i18n.ts'
import { currentSession } from '../../lib/session.ts'
import { isWaiting, useEmergencies } from '../../live/emergencies.ts'

/** A note stays this long, ms. */
const stayMs = 8000

/** One line for some seconds: what was refused, or who took what waited until now. */
export function useNote() {
  const [note, say] = useState<string>()
  useEffect(
    () =>
      useEmergencies.subscribe(({ emergencies }, before) => {
        const waited = new Set(before.emergencies.filter(isWaiting).map(({ id }) => id))
        const me = currentSession()?.user.userId
        const taken = emergencies.find(
          ({ id, acknowledgement }) => waited.has(id) && acknowledgement && acknowledgement.userId !== me,
        )
        if (taken?.acknowledgement) say(i18n.t('emergencies:told', { who: taken.acknowledgement.by, name: taken.objectName }))
      }),
    [],
  )
  useEffect(() => {
    if (note === undefined) return
    const timer = setTimeout(() => say(undefined), stayMs)
    return () => clearTimeout(timer)
  }, [note])
  return { note, say }
}
