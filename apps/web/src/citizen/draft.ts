import { ComplaintType } from '@huanwei/contract/complaints/codes'

/** A citizen's draft for one facility. `photos` are names of stored files. */
export type ReportDraft = {
  eventType: ComplaintType
  content: string
  position: string
  lng?: number | undefined
  lat?: number | undefined
  reportPerson: string
  contactInformation: string
  photos: string[]
  /** Drawn once for this report: sent again after a lost answer, it stays one report. */
  requestKey: string
}

/** A report that arrived, as this phone remembers it. */
export type SentReport = { code: string; facilityName: string; time: string }

const remembered = 20
const sentName = 'citizen-reports'
const draftName = (facilityCode: string) => `citizen-draft-${facilityCode}`

/** 128 bits. Not `randomUUID`, which is missing where the page is not served over TLS. */
const newKey = () => [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('')

export const emptyReport = (): ReportDraft => ({
  eventType: ComplaintType.complaint,
  content: '',
  position: '',
  reportPerson: '',
  contactInformation: '',
  photos: [],
  requestKey: newKey(),
})

/** The unconfirmed draft kept in this browser, else an empty one. */
export function readDraft(facilityCode: string): ReportDraft {
  const kept = read(draftName(facilityCode))
  return isDraft(kept) ? { ...emptyReport(), ...kept } : emptyReport()
}
export const keepDraft = (facilityCode: string, draft: ReportDraft) => write(draftName(facilityCode), draft)
export const forgetDraft = (facilityCode: string) => write(draftName(facilityCode), undefined)

export function readSent(): SentReport[] {
  const kept = read(sentName)
  return Array.isArray(kept) ? kept.filter(isSent) : []
}
export const keepSent = (report: SentReport) => write(sentName, [report, ...readSent()].slice(0, remembered))

const isDraft = (value: unknown): value is ReportDraft =>
  typeof value === 'object' &&
  value !== null &&
  'content' in value &&
  typeof value.content === 'string' &&
  'requestKey' in value &&
  typeof value.requestKey === 'string' &&
  'photos' in value &&
  Array.isArray(value.photos)
const isSent = (value: unknown): value is SentReport =>
  typeof value === 'object' && value !== null && 'code' in value && 'facilityName' in value && 'time' in value

function read(name: string): unknown {
  try {
    return JSON.parse(localStorage.getItem(name) ?? 'null')
  } catch (error) {
    console.warn('huanwei: what was kept here cannot be read', error)
    return null
  }
}

function write(name: string, value: unknown) {
  try {
    if (value === undefined) localStorage.removeItem(name)
    else localStorage.setItem(name, JSON.stringify(value))
  } catch (error) {
    // Private windows of some browsers keep nothing: the page still works while it is open.
    console.warn('huanwei: nothing can be kept here', error)
  }
}
