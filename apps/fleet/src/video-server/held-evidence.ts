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
type Device = { did: string; plate: string }
/** Parameters of a call by their names in lower case. */
type Asked = Record<string, string>

/** Photos and clips of alarms that the server holds, each of an alarm of its own. Source: spec 4, III.4. */
export class HeldEvidence {
  readonly files: HeldFile[] = []
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
    const { shown, pagination } = pageOf(this.#within(device, asked, asked.armtype), asked)
    const alarms = shown.map(({ id, alarmType, time }) => ({
      guid: `alarm-${id}`,
      did: device.did,
      vid: device.plate,
      atp: alarmType,
      stm: time,
      etm: 0,
      hd: 0,
    }))
    return { result: 0, alarms, pagination }
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

function pageOf(files: HeldFile[], asked: Asked) {
  const [currentPage, pageRecords] = [Number(asked.currentpage), Number(asked.pagerecords)]
  const [totalRecords, totalPages] = [files.length, Math.ceil(files.length / pageRecords)]
  return {
    shown: files.slice((currentPage - 1) * pageRecords, currentPage * pageRecords),
    pagination: { currentPage, pageRecords, totalRecords, totalPages },
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
