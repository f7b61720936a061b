import { Tier } from '@huanwei/contract/emergencies/codes'
import type { Emergency, OpenEmergencies } from '@huanwei/contract/emergencies/endpoints'
import { create } from 'zustand'

type Emergencies = OpenEmergencies & {
  loaded: boolean
  /** Clock of the server ahead of this browser's, ms. */
  ahead: number
}
const none: Emergencies = { emergencies: [], waiting: 0, loaded: false, ahead: 0 }

/** The open emergencies that the person was told of, those that wait first. */
export const useEmergencies = create<Emergencies>(() => none)

/** `at`: clock of the server, epoch ms. */
export const applyEmergencies = ({ emergencies, waiting, at }: OpenEmergencies & { at?: number }) =>
  useEmergencies.setState({ emergencies, waiting, loaded: true, ...(at !== undefined && { ahead: at - Date.now() }) })

export const clearEmergencies = () => useEmergencies.setState(none)

export const isWaiting = ({ acknowledgement }: Emergency) => acknowledgement === null

/** Key of a call that interrupts: another one when the emergency escalates, is called for anew or opens again. */
export const callOf = ({ id, waitingSince, tier }: Emergency) => `${id}.${waitingSince}.${tier ?? Tier.onDuty}`

/** Calls `listener` with emergencies that wait and did not before, newest first; those of the first message are no news. Returns the way to stop. */
export const onCalls = (listener: (fresh: readonly Emergency[]) => void) =>
  useEmergencies.subscribe(({ emergencies, loaded }, before) => {
    if (!loaded || !before.loaded) return
    const known = new Set(before.emergencies.filter(isWaiting).map(callOf))
    const fresh = emergencies.filter((one) => isWaiting(one) && !known.has(callOf(one)))
    if (fresh.length) listener(fresh)
  })
