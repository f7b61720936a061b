import { TalkEnd, TalkState } from '@huanwei/contract/video/codes'
import { makeTalkTicket, TalkStatus } from '@huanwei/contract/video/endpoints'
import { call } from '../../lib/api.ts'
import { errorOf } from '../../lib/errors.ts'
import { openedSpeaker, openSpeaker } from '../speaker.ts'
import { type Microphone, type MicrophoneFault, NoMicrophone, openMicrophone } from '../voice/microphone.ts'
import { createVoicePlayer } from '../voice/voice-player.ts'

/** How a talk is: nothing, held or listening, or ended; `words` of a refusal, `fault` of the microphone. */
export type VehicleTalk = Partial<Omit<TalkStatus, 'terminals'>> & { isHeld: boolean; fault?: MicrophoneFault; words?: string }

/** The driver may answer for so long after the speaker let go, ms; then the terminal is free for others. */
const answerMs = 15_000
/** Voice that is kept until the socket is open, pieces of 20 ms: 5 s. */
const mostEarly = 250

/** Voice to the terminal of a vehicle: `hold` speaks until `release`, and the driver is heard until some time after. `tell` gets each change. */
export function createVehicleTalk(target: { vehicleId: number; channel: number }, tell: (talk: VehicleTalk) => void) {
  const player = createVoicePlayer(openedSpeaker)
  let talk: VehicleTalk = { isHeld: false }
  let socket: WebSocket | undefined
  let microphone: Promise<Microphone> | undefined
  let early: Uint8Array<ArrayBuffer>[] = []
  let leaving: ReturnType<typeof setTimeout> | undefined
  let asking: AbortController | undefined
  let isOver = false

  function change(next: Partial<VehicleTalk>) {
    talk = { ...talk, ...next }
    if (!isOver) tell(talk)
  }

  function hear(bytes: Uint8Array) {
    if (!talk.isHeld || !bytes.length) return
    const voice = new Uint8Array(bytes)
    if (socket?.readyState === WebSocket.OPEN) socket.send(voice)
    else early = [...early, voice].slice(-mostEarly)
  }

  /** Ends what is open; the words of its end stay. */
  function stop() {
    clearTimeout(leaving)
    asking?.abort()
    asking = undefined
    early = []
    const [line, sound] = [socket, microphone]
    socket = microphone = undefined
    leave(line, sound)
    player.stop()
  }

  async function connect() {
    asking = new AbortController()
    const { signal } = asking
    const { url } = await call(makeTalkTicket, { vehicleIds: [target.vehicleId], channel: target.channel }, signal)
    if (signal.aborted) return
    const line = socketAt(url)
    socket = line
    line.onopen = () => {
      for (const piece of early.splice(0)) line.send(piece)
    }
    line.onmessage = ({ data }: MessageEvent<ArrayBuffer | string>) => {
      if (line !== socket) return
      if (typeof data !== 'string') return player.take(new Uint8Array(data))
      const status = TalkStatus.safeParse(JSON.parse(data))
      if (!status.success) return
      const { state, reason, by } = status.data
      // The state of the terminal says more than that the talk is over because of it.
      if (reason !== TalkEnd.noTerminal) change({ state, reason, by })
    }
    line.onclose = () => {
      if (line !== socket) return
      stop()
      const isSaid = talk.state !== TalkState.connecting && talk.state !== TalkState.open
      change({ isHeld: false, ...(!isSaid && { state: TalkState.lost }) })
    }
  }

  async function hold() {
    if (talk.isHeld) return
    clearTimeout(leaving)
    openSpeaker()
    const isOpen = socket !== undefined
    change({
      isHeld: true,
      fault: undefined,
      words: undefined,
      ...(!isOpen && { state: TalkState.connecting, reason: undefined }),
    })
    try {
      microphone ??= openMicrophone(hear)
      await Promise.all([microphone, !isOpen && !asking && connect()])
    } catch (error) {
      stop()
      change({ isHeld: false, state: undefined, ...reasonOf(error) })
    }
  }

  function release() {
    if (!talk.isHeld) return
    change({ isHeld: false })
    clearTimeout(leaving)
    leaving = setTimeout(() => {
      stop()
      change({ state: undefined, reason: undefined })
    }, answerMs)
  }

  return {
    hold: () => void hold(),
    release,
    close() {
      isOver = true
      stop()
    },
  }
}

const reasonOf = (error: unknown) => (error instanceof NoMicrophone ? { fault: error.fault } : { words: errorOf(error).message })

/** `path` of a ticket. */
function socketAt(path: string) {
  const address = new URL(path, location.href)
  address.protocol = address.protocol.replace('http', 'ws')
  const line = new WebSocket(address)
  line.binaryType = 'arraybuffer'
  return line
}

function leave(line: WebSocket | undefined, sound: Promise<Microphone> | undefined) {
  // Closed before it is open, it would be an error in the console.
  if (line?.readyState === WebSocket.CONNECTING) line.onopen = () => line.close()
  else line?.close()
  void sound?.then((one) => one.close()).catch(() => undefined)
}
