import { TalkEnd, type TalkKind, TalkState } from '@huanwei/contract/video/codes'
import type { TalkStatus } from '@huanwei/contract/video/endpoints'
import { VideoContent } from '@huanwei/terminal/messages/video'
import type { Log } from '../../position/log.ts'
import { Tickets } from '../tickets.ts'
import { createViewerCheck, type ViewersByToken } from '../viewer-check.ts'
import type { TerminalChannel, TerminalLine, TerminalLines } from './terminal-lines.ts'
import { VoiceIn, type VoiceSocket } from './voice-in.ts'

/** A terminal that is spoken with, in a vehicle. */
export type TalkTarget = TerminalChannel & { vehicleId: number }
/** What a ticket opens. `by` names the speaker to others; `mayWatch` is false once the caller may not speak with one of the vehicles. */
export type TalkGrant<V> = {
  account: string
  token: string
  by: string
  kind: TalkKind
  targets: readonly TalkTarget[]
  mayWatch(viewer: V): boolean
}

const ticketMs = 60_000
/** Talks at once: of one account, and in all. */
const [mostOfAccount, mostInAll] = [2, 200]
/** A talk ends without the speaker's voice for so long, and after so long in any case, ms. */
const [longestSilence, longestTalk] = [30_000, 15 * 60_000]
/** Bytes that a browser may be behind before it loses what the terminal says. */
const mostUnsent = 256 * 1024
const ticksPerPing = 10
const mostMissedPings = 2
const [refusedClose, goingAway] = [4403, 1001]
const contents = { talk: VideoContent.talk, broadcast: VideoContent.broadcast } as const

type Parts<V> = {
  terminals: TerminalLines
  viewersOf: ViewersByToken<V>
  log: Log
}

type Talk<V> = {
  grant: TalkGrant<V>
  socket: VoiceSocket
  lines: Map<TalkTarget, TerminalLine>
  begun: number
  spokeAt: number
  missedPings: number
}

/** Voice between browsers that come with a ticket and terminals: each terminal is spoken with by one person. Source: spec 3, section 16; spec 4, IV.5. */
export function createTerminalTalks<V>({ terminals, viewersOf, log }: Parts<V>) {
  const tickets = new Tickets<TalkGrant<V>>(ticketMs)
  const talks = new Set<Talk<V>>()
  const checkViewers = createViewerCheck(talks, viewersOf, log, ({ socket }, why) =>
    endTalk(socket, why === 'rights' ? TalkEnd.rights : TalkEnd.stopping),
  )
  let ticks = 0

  function begin(socket: VoiceSocket, grant: TalkGrant<V>) {
    const refusal = refusalOf([...talks], grant, terminals)
    if (refusal) return endTalk(socket, refusal.reason, refusal.by)
    const now = Date.now()
    const talk: Talk<V> = { grant, socket, lines: new Map(), begun: now, spokeAt: now, missedPings: 0 }
    talks.add(talk)
    socket.on('close', () => {
      talks.delete(talk)
      for (const line of talk.lines.values()) line.end()
    })
    socket.on('pong', () => {
      talk.missedPings = 0
    })
    const voice = new VoiceIn((piece) => {
      talk.spokeAt = Date.now()
      for (const line of talk.lines.values()) line.send(piece)
    })
    socket.on('message', (data, isBinary) => {
      const fault = isBinary ? voice.take(data, Date.now()) : TalkEnd.garbled
      if (fault) endTalk(socket, fault)
    })
    for (const target of grant.targets) talk.lines.set(target, openLine(talk, target))
    tell(talk)
  }

  function openLine(talk: Talk<V>, target: TalkTarget) {
    const { kind, by } = talk.grant
    return terminals.open(target, {
      content: contents[kind],
      by,
      heard(samples) {
        if (kind === 'talk' && talk.socket.bufferedAmount < mostUnsent) talk.socket.send(samples)
      },
      changed: () => changed(talk),
    })
  }

  function changed(talk: Talk<V>) {
    tell(talk)
    const states = [...talk.lines.values()].map(({ state }) => state)
    const isAny = states.some((state) => state === TalkState.connecting || state === TalkState.open)
    if (!isAny) endTalk(talk.socket, TalkEnd.noTerminal)
  }

  async function accept(socket: VoiceSocket, ticket: string) {
    let isOpen = true
    socket.on('close', () => {
      isOpen = false
    })
    socket.on('error', () => socket.terminate())
    const grant = tickets.take(ticket, Date.now())
    if (!grant) return endTalk(socket, TalkEnd.ticket)
    const viewer = await viewersOf([grant.token]).then(
      (found) => found.get(grant.token),
      () => undefined,
    )
    if (!isOpen) return
    if (viewer !== undefined && grant.mayWatch(viewer)) begin(socket, grant)
    else endTalk(socket, TalkEnd.rights)
  }

  return {
    issue: (grant: TalkGrant<V>) => tickets.issue(grant, Date.now()),
    /** Serves a browser that came with a ticket. */
    accept,
    count: () => talks.size,
    /** Once a second; `now` in epoch ms. */
    tick(now: number) {
      ticks++
      for (const talk of talks) {
        if (now - talk.begun > longestTalk) endTalk(talk.socket, TalkEnd.tooLong)
        else if (now - talk.spokeAt > longestSilence) endTalk(talk.socket, TalkEnd.silent)
        else if (ticks % ticksPerPing === 0 && ++talk.missedPings > mostMissedPings) talk.socket.terminate()
        else if (ticks % ticksPerPing === 0) talk.socket.ping()
      }
      checkViewers(now)
    },
    close() {
      for (const { socket } of talks) endTalk(socket, TalkEnd.stopping)
    },
  }
}

/** The reason why a talk cannot begin, if there is one. */
function refusalOf<V>(
  all: readonly Talk<V>[],
  { account, targets }: TalkGrant<V>,
  terminals: TerminalLines,
): Pick<TalkStatus, 'reason' | 'by'> | undefined {
  const by = targets.map((target) => terminals.speakerWith(target)).find((speaker) => speaker !== undefined)
  if (by !== undefined) return { reason: TalkEnd.busy, by }
  const own = all.filter(({ grant }) => grant.account === account).length
  const isTooMany = own >= mostOfAccount || all.length >= mostInAll || !terminals.hasRoomFor(targets.length)
  return isTooMany ? { reason: TalkEnd.tooMany } : undefined
}

/** Says how far it is: the furthest of the terminals, and each of them. */
function tell<V>({ socket, lines }: Talk<V>) {
  const terminals = [...lines].map(([{ vehicleId }, { state }]) => ({ vehicleId, state }))
  const stateOf = (wanted: TalkState) => terminals.find(({ state }) => state === wanted)?.state
  const state = stateOf(TalkState.open) ?? stateOf(TalkState.connecting) ?? terminals[0]?.state ?? TalkState.connecting
  socket.send(JSON.stringify({ state, terminals } satisfies TalkStatus))
}

/** Says why, and closes. */
function endTalk(socket: VoiceSocket, reason: TalkEnd = TalkEnd.rights, by?: string) {
  socket.send(JSON.stringify({ state: TalkState.ended, reason, ...(by !== undefined && { by }) } satisfies TalkStatus))
  socket.close(reason === TalkEnd.stopping ? goingAway : refusedClose)
}
