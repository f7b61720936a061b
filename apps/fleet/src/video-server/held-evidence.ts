/** A photo or clip of an alarm of a device; channel from 0, time in epoch ms. */
type HeldFile = {
  id: string
  /** Id in lists, where that is another. */
  listedAs?: string
  did: string
  chn: number
  alarmType: number
  isVideo: boolean
  time: number
  bytes: Buffer
}
/** An alarm without files; times in epoch ms, `etm` 0 while it lasts, degrees × 10⁶. */
export type HeldAlarm = { guid: string; did: string; atp: number; stm: number; etm: number; slng: number; slat: number }
type Device = { did: string; plate: string }
/** Parameters of a call by their names in lower case. */
type Asked = Record<string, string>

/** Photos and clips of alarms that the server holds, each of an alarm of its own. Source: spec 4, III.4. */
export class HeldEvidence {
  readonly files: HeldFile[] = []
  readonly alarms: HeldAlarm[] = []
  /** Pages of alarms that were asked for. */
  pages = 0
  /** Lists alarms whether their kinds were asked for or not. */
  isCareless = false
  /** False for an older server, which lists files of one alarm only. */
  listsByPlate = true

  /** Bytes of a file. */
  bytesOf = (id: string | null) => this.files.find((file) => file.id === id)?.bytes

  /** Answers `performanceReportPhotoListSafe`. */
  listOf(device: Device, asked: Asked, addressOf: (id: string) => string) {
    const files = this.#within(device, asked, asked.alarmtype).filter(({ isVideo }) => isVideo === (asked.mediatype === '1'))
    const { shown, pagination } = pageOf(files, asked)
    return { result: 0, infos: shown.map((file) => fieldsOf(file, device, addressOf(file.id))), pagination }
  }

  /** Answers `queryAlarmDetail`. */
  alarmsOf(device: Device, asked: Asked) {
    this.pages++
    const [from, to] = [momentOf(asked.begintime), momentOf(asked.endtime)]
    const ofFiles = this.#within(device, asked, asked.armtype).map(({ id, did, alarmType: atp, time: stm }) => ({
      guid: `alarm-${id}`,
      did,
      atp,
      stm,
      etm: 0,
      slng: 0,
      slat: 0,
    }))
    const kinds = (asked.armtype ?? '').split(',').map(Number)
    const others = this.alarms.filter(
      ({ did, atp, stm }) => did === device.did && stm >= from && stm <= to && (this.isCareless || kinds.includes(atp)),
    )
    const { shown, pagination } = pageOf([...ofFiles, ...others], asked)
    return { result: 0, alarms: shown.map((alarm) => ({ ...alarm, vid: device.plate, hd: 0 })), pagination }
  }

  /** Answers `alarmEvidence`; undefined where there is no such alarm. */
  evidenceOf(device: Device, { guid, alarmtype }: Asked, addressOf: (id: string) => string) {
    const isAsked = ({ id, did, alarmType }: HeldFile) =>
      did === device.did && guid === `alarm-${id}` && String(alarmType) === alarmtype
    const file = this.files.find(isAsked)
    return file && { result: 0, infos: [fieldsOf(file, device, addressOf(file.id))] }
  }

  /** Files of a device within the span and of the kinds of alarms that are asked for, oldest first. */
  #within({ did }: Device, { begintime, endtime }: Asked, kinds = '') {
    const [from, to] = [momentOf(begintime), momentOf(endtime)]
    const alarmTypes = kinds.split(',').map(Number)
    return this.files
      .filter((file) => file.did === did && file.time >= from && file.time <= to && alarmTypes.includes(file.alarmType))
      .sort((a, b) => a.time - b.time)
  }
}

function pageOf<T>(files: T[], asked: Asked) {
  const [currentPage, pageRecords] = [Number(asked.currentpage), Number(asked.pagerecords)]
  const [totalRecords, totalPages] = [files.length, Math.ceil(files.length / pageRecords)]
  return {
    shown: files.slice((currentPage - 1) * pageRecords, currentPage * pageRecords),
    pagination: { currentPage, pageRecords, totalRecords, totalPages, hasNextPage: currentPage < totalPages },
  }
}

/** A file in the fields of the server. */
const fieldsOf = ({ id, listedAs, did, chn, alarmType, isVideo, time, bytes }: HeldFile, { plate }: Device, fileUrl: string) => ({
  id: listedAs ?? id,
  devIdno: did,
  vehiIdno: plate,
  alarmType,
  fileTime: time,
  fileSTime: time,
  fileETime: time + (isVideo ? 10_000 : 0),
  mediaType: isVideo ? 1 : 0,
  channel: chn,
  fileUrl,
  fileSize: bytes.length,
  svrId: 1,
  status: 1,
})

/** `yyyy-MM-dd HH:mm:ss` of Shanghai as epoch ms. */
const momentOf = (text = '') => Date.parse(`${text.replace(' ', 'T')}+08:00`)
