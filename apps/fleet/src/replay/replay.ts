import { readFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { unescapeContent } from '@huanwei/terminal/wire/frame'
import { decodeHeader, terminalKey } from '@huanwei/terminal/wire/header'
import { connectTerminal, type TerminalClient } from '../terminals/client.ts'
import { type RecordingStep, readRecording } from './recording.ts'

export type ReplayResult = { steps: number; terminals: number; acknowledged: number; refused: number }

type Options = { host: string; port: number; file: string; speed: number }

/**
 * Plays a recording against a gateway, `speed` times as fast as it was recorded. Frames are sent unchanged, each terminal on a connection of
 * its own; terminals of a CSV register and authenticate first. Rejects when the file cannot be read or there is no gateway.
 */
export async function replay({ host, port, file, speed }: Options): Promise<ReplayResult> {
  const steps = readRecording(await readFile(file, 'utf8'))
  const clients = new Map<string, TerminalClient>()
  const reports: Promise<boolean>[] = []
  const started = Date.now()
  for (const step of steps) {
    await sleep(Math.max(0, started + step.at / speed - Date.now()))
    const terminalNo = step.kind === 'fix' ? step.terminalNo : terminalNoIn(step.frame)
    let client = clients.get(terminalNo)
    if (!client) {
      client = await connectTerminal({ host, port, terminalNo })
      clients.set(terminalNo, client)
      if (step.kind === 'fix') await client.enter()
    }
    if (step.kind === 'frame') client.write(step.frame)
    else reports.push(client.report(locationOf(step)).catch(() => false))
  }
  const results = await Promise.all(reports)
  // Frames get no reply to wait for; the last ones need a moment to arrive.
  await sleep(200)
  for (const client of clients.values()) client.close()
  const acknowledged = results.filter(Boolean).length
  return { steps: steps.length, terminals: clients.size, acknowledged, refused: results.length - acknowledged }
}

function terminalNoIn(frame: Buffer): string {
  const decoded = decodeHeader(unescapeContent(frame.subarray(1, -1)).content)
  return decoded ? terminalKey(decoded.header) : ''
}

const locationOf = ({ time, lng, lat, speed, direction }: RecordingStep & { kind: 'fix' }) => ({
  alarm: 0,
  status: 3,
  lat,
  lng,
  altitude: 0,
  speed,
  direction: Math.round(direction) % 360,
  time,
  additions: { activeSafety: [], raw: [] },
})
