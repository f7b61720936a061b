import {
  getDictionaryItems,
  getSystemDictionaries,
  getUserDictionaries,
  listDictionaryItems,
} from '@huanwei/contract/dictionaries/endpoints'
import { getOverview } from '@huanwei/contract/home/endpoints'
import { Topic } from '@huanwei/contract/live/codes'
import { EmergencyMessage, InboxMessage, NewsMessage, RightsMessage } from '@huanwei/contract/live/messages'
import { getMenu, getMenuTree } from '@huanwei/contract/menus/endpoints'
import { getSummaries, listPushes } from '@huanwei/contract/messages/endpoints'
import { ObjectType } from '@huanwei/contract/objects'
import { getFacilityTypeCount, getVehicleTypeByFunctionCount, getVehicleTypeCount } from '@huanwei/contract/trees/endpoints'
import { listViolations } from '@huanwei/contract/violations/endpoints'
import type { QueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { changeRights, currentSession, useSession } from '../lib/session.ts'
import { inOrder, sequenced } from './channel.ts'
import type { Clock } from './clock.ts'
import { connected, heard, lost, polled, signedOff, useConnection } from './connection.ts'
import { applyEmergencies, clearEmergencies } from './emergencies.ts'
import { applyInbox, clearInbox, useInbox } from './messages.ts'
import { liveObjects } from './objects.ts'
import { createPace } from './pace.ts'
import { readObjects } from './packed.ts'
import { createPoller, pollOnce } from './polling.ts'
import { reminderChannel } from './reminder.ts'
import { createSocket } from './socket.ts'
import { openWire } from './worker-wire.ts'

const nothing: () => void = () => undefined

/** After the last screen that shows objects closed, their topics stay joined this long: coming back is instant. */
const lingerMs = 60_000
/** Calls that answer with items of dictionaries. */
const ofDictionaries = [
  getDictionaryItems,
  listDictionaryItems,
  getUserDictionaries,
  getSystemDictionaries,
  getVehicleTypeCount,
  getVehicleTypeByFunctionCount,
  getFacilityTypeCount,
]
/** Shortest time between two calls of a listener of news, ms. */
const newsEveryMs = 2000
/** Interval of the search for silent objects, ms. */
const ageEveryMs = 5000

const clock: Clock = {
  now: Date.now,
  random: () => Math.random(),
  after(ms, run) {
    const timer = setTimeout(run, ms)
    return () => clearTimeout(timer)
  },
}

const socketUrl = () => `${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}/act/ws`

const socket = createSocket({
  open: () => openWire(socketUrl(), ['v12.stomp', 'v11.stomp', 'v10.stomp']),
  clock,
  onConnected() {
    poller.stop()
    connected()
  },
  onLost(reason) {
    lost(navigator.onLine ? reason : 'offline')
    poller.start()
  },
  onHeard: () => heard(),
})

const poller = createPoller(
  clock,
  async () => {
    const session = currentSession()
    if (session) await pollOnce(session.user, viewers > 0)
  },
  polled,
)

const channels = [
  inOrder(Topic.vehicle, readObjects, liveObjects[ObjectType.vehicle].apply),
  inOrder(Topic.person, readObjects, liveObjects[ObjectType.person].apply),
  inOrder(Topic.facility, readObjects, liveObjects[ObjectType.facility].apply),
]
let viewers = 0
let leaveObjects: (() => void)[] | undefined
let cancelLinger = nothing

/** Keeps positions and statuses flowing into `liveObjects` while the calling component is on the screen. */
export function useLiveObjects() {
  useEffect(() => {
    viewers++
    cancelLinger()
    leaveObjects ??= channels.map(socket.join)
    return () => {
      viewers--
      if (viewers) return
      cancelLinger = clock.after(lingerMs, () => {
        for (const leave of leaveObjects ?? []) leave()
        leaveObjects = undefined
      })
    }
  }, [])
}

const emergencies = sequenced(Topic.emergency, EmergencyMessage, applyEmergencies)

/** Keeps the open emergencies that the person handles flowing into `useEmergencies`, also on pages without the frame, while the calling component is on the screen. */
export function useLiveEmergencies() {
  useEffect(() => {
    const leave = socket.join(emergencies)
    const release = holdConnection()
    return () => {
      leave()
      release()
      clearEmergencies()
    }
  }, [])
}

/** Calls `onNews` at every message of a topic while the calling component is on the screen. The first one says that the topic was joined: what was asked before the connection was made may be old by then. */
function useNews(topic: Topic, isFirstTold: boolean, onNews: () => void) {
  const tell = useEffectEvent(onNews)
  useEffect(() => {
    let isTold = isFirstTold || useConnection.getState().state !== 'connected'
    const pace = createPace(clock, newsEveryMs, () => tell())
    const leave = socket.join(
      sequenced(topic, NewsMessage, () => {
        if (isTold) pace.ask()
        isTold = true
      }),
    )
    return () => {
      leave()
      pace.stop()
    }
  }, [topic, isFirstTold])
}

/** Calls `onNews` when something may have happened to what the person sees, and at every new connection, while the calling component is on the screen. */
export const useLiveStream = (onNews: () => void) => useNews(Topic.stream, true, onNews)

/** Calls `onNews` when work that was dispatched from something moved on, and when the connection is back, while the calling component is on the screen. */
export const useLiveWork = (onNews: () => void) => useNews(Topic.work, false, onNews)

let holders = 0
let disconnect = nothing

/** Connects whoever is logged in until everybody who asked for it has let go. */
function holdConnection() {
  holders++
  if (holders === 1) disconnect = connectSession()
  return () => {
    holders--
    if (!holders) disconnect()
  }
}

/** Follows the session (log-in, refreshed token, log-out) with the connection and with the person's reminders. Returns the way to stop. */
function connectSession() {
  let userId: number | undefined
  let leaveReminder: (() => void) | undefined

  function follow() {
    const session = currentSession()
    if (session?.user.userId !== userId) {
      userId = session?.user.userId
      leaveReminder?.()
      leaveReminder = session ? socket.join(reminderChannel(session.user.username, session.user.tenantId)) : undefined
      clearInbox()
      clearEmergencies()
      for (const kind of Object.values(liveObjects)) kind.clear()
      poller.stop()
      if (session) lost(undefined)
      else signedOff()
    }
    socket.follow(session?.accessToken)
  }

  const stopFollowing = useSession.subscribe(follow)
  const stopListening = listenToBrowser()
  follow()
  return () => {
    stopFollowing()
    stopListening()
    leaveReminder?.()
    poller.stop()
    socket.follow(undefined)
    signedOff()
  }
}

/**
 * Runs the live channel for whoever is logged in, and keeps the message summaries current; a change of them refreshes the lists that show
 * messages. A change of rights refreshes the menu, one of dictionaries what shows them. Call once; returns the way to stop.
 */
export function startLive(queries: QueryClient) {
  const inbox = sequenced(Topic.message, InboxMessage, (message) => {
    const again = useInbox.getState().loaded
    applyInbox(message)
    if (!again) return
    for (const { path } of [listPushes, getSummaries, getOverview, listViolations])
      void queries.invalidateQueries({ queryKey: [path] })
  })
  const rights = sequenced(Topic.rights, RightsMessage, (message) => {
    changeRights(message)
    // With the first message too: what changed since the menu was read and before the topic was joined is told by nobody.
    for (const { path } of [getMenu, getMenuTree]) void queries.invalidateQueries({ queryKey: [path] })
  })
  const dictionaries = sequenced(Topic.dictionary, NewsMessage, () => {
    for (const { path } of ofDictionaries) void queries.invalidateQueries({ queryKey: [path] })
  })
  const leave = [inbox, rights, dictionaries].map(socket.join)
  // Requests that failed while the server was unreachable are repeated when it is back.
  const stopWatching = useConnection.subscribe(({ state }, before) => {
    if (state !== 'connected' || before.state === 'connected') return
    void queries.refetchQueries({ type: 'active', predicate: (one) => one.state.status === 'error' })
  })
  const ageing = setInterval(() => {
    // While nothing arrives at all, the silence is ours and says nothing about them.
    if (useConnection.getState().state === 'connected') for (const kind of Object.values(liveObjects)) kind.age()
  }, ageEveryMs)
  const release = holdConnection()

  return () => {
    clearInterval(ageing)
    stopWatching()
    for (const one of leave) one()
    release()
  }
}

/** Tries to connect when the network is back or the tab is looked at, and tells at once that the network is gone. */
function listenToBrowser() {
  const wake = () => document.visibilityState === 'visible' && socket.wake()
  window.addEventListener('online', wake)
  window.addEventListener('offline', socket.drop)
  document.addEventListener('visibilitychange', wake)
  return () => {
    window.removeEventListener('online', wake)
    window.removeEventListener('offline', socket.drop)
    document.removeEventListener('visibilitychange', wake)
  }
}
