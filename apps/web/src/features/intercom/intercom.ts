import type { FloorRefusal, SpeechEnd } from '@huanwei/contract/intercom/codes'
import type { GroupState } from '@huanwei/contract/intercom/messages'
import { create } from 'zustand'
import type { MicrophoneFault } from '../../media/voice/microphone.ts'

/** State of the connection. Source: spec 1, section 4. */
export type Power = 'closed' | 'connecting' | 'open' | 'closing'

/** Why somebody does not speak, or not any more: the server, the microphone, or the line that is not there. */
type Silence = { reason: FloorRefusal | SpeechEnd | MicrophoneFault | 'noLine'; by: string }

type Intercom = {
  power: Power
  groups: readonly GroupState[]
  /** The group that is heard. */
  listening: number | undefined
  /** What the own button does: it waits for the floor, or has it. */
  talk: 'asking' | 'speaking' | undefined
  silence: Silence | undefined
}

const off: Intercom = { power: 'closed', groups: [], listening: undefined, talk: undefined, silence: undefined }

/** The intercom of this tab. */
export const useIntercom = create<Intercom>(() => off)

export const change = (changed: Partial<Intercom>) => useIntercom.setState(changed)
export const turnedOff = () => useIntercom.setState(off)
