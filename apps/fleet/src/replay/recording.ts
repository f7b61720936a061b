/** A captured frame, or a fix of a terminal; `at` is ms since the first one. */
export type RecordingStep =
  | { kind: 'frame'; at: number; frame: Buffer }
  | { kind: 'fix'; at: number; terminalNo: string; time: number; lng: number; lat: number; speed: number; direction: number }

/** ms between frames without a time. */
const defaultInterval = 100

/** Epoch ms of a number (s or ms) or of a date, which is in Asia/Shanghai when it has no zone; NaN when it is neither. */
function timeOf(text: string): number {
  const number = Number(text)
  if (text !== '' && Number.isFinite(number)) return number < 1e11 ? number * 1000 : number
  const hasZone = /(Z|[+-]\d\d:?\d\d)$/.test(text)
  return Date.parse(hasZone ? text : `${text.replace(' ', 'T')}+08:00`)
}

function readFix(line: string, number: number): RecordingStep {
  const [terminalNo = '', timeCell = '', ...numbers] = line.split(',').map((cell) => cell.trim())
  const [lng = Number.NaN, lat = Number.NaN, speed = 0, direction = 0] = numbers.map(Number)
  const time = timeOf(timeCell)
  if (!/^\d+$/.test(terminalNo) || ![time, lng, lat, speed, direction].every(Number.isFinite))
    throw new Error(`line ${number}: expected terminal,time,lng,lat,speed,direction`)
  return { kind: 'fix', at: time, terminalNo, time, lng, lat, speed, direction }
}

function readFrame(line: string, number: number): RecordingStep {
  const cells = line.split(/\s+/)
  const hex = cells.at(-1) ?? ''
  if (!/^7e([\da-f]{2})+7e$/i.test(hex)) throw new Error(`line ${number}: expected a frame in hexadecimal, 7e…7e`)
  const at = cells.length > 1 ? timeOf(cells.slice(0, -1).join(' ')) : number * defaultInterval
  if (!Number.isFinite(at)) throw new Error(`line ${number}: expected a time before the frame`)
  return { kind: 'frame', at, frame: Buffer.from(hex, 'hex') }
}

/**
 * The steps of a recording in order of time: frames in hexadecimal, one a line, with or without a time before them, or a CSV
 * `terminal,time,lng,lat,speed,direction`. Empty lines and lines that begin with # are skipped. Errors name the line.
 */
export function readRecording(text: string): RecordingStep[] {
  const lines = text.split('\n').map((line) => line.trim())
  const steps = lines.flatMap((line, i) => {
    if (line === '' || line.startsWith('#') || line.toLowerCase().startsWith('terminal,')) return []
    return line.includes(',') ? readFix(line, i + 1) : readFrame(line, i + 1)
  })
  steps.sort((a, b) => a.at - b.at)
  const first = steps[0]?.at ?? 0
  return steps.map((step) => ({ ...step, at: step.at - first }))
}
