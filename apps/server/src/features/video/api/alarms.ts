import { ObjectType } from '@huanwei/contract/objects'
import { dayMs } from '@huanwei/contract/time'
import { longestAlarmSpan, VideoResult } from '@huanwei/contract/video/codes'
import { AlarmType } from '@huanwei/contract/violations/codes'
import { z } from 'zod'
import { momentOf, timeText } from '../../../lib/time.ts'
import { alarmNumberOf, customAlarm } from '../../../media/remote/alarm-numbers.ts'
import { findEvidence } from '../../violations/evidence/queries.ts'
import { failed, integer, momentText, names, succeeded, textUpTo, toMap } from './asked.ts'
import { call } from './call.ts'
import { deviceFor, devicesFor } from './devices.ts'
import { addressesFor } from './links.ts'
import { mapPoint } from './map-point.ts'
import { findAlarm, findAlarmRules, findAlarms, findPicturesOf } from './queries.ts'

/** Alarms of one answer. */
const mostAlarms = 1000

const evidenceNumbers = { picture: 0, video: 1 }

const listed = (numbers: string[]) => numbers.map(Number).filter(Number.isInteger)

const Asked = z.object({
  devidno: names,
  vehiidno: names,
  begintime: momentText,
  endtime: momentText,
  /** Numbers of kinds; empty: all. */
  armtype: names.transform(listed),
  handle: integer(0, 1).optional(),
  tomap: toMap,
  currentpage: integer(1, 1_000_000).default(1),
  pagerecords: integer(1, mostAlarms).default(mostAlarms),
})

/** Violations of vehicles, newest first, by the numbers of the interface. */
export const queryAlarmDetail = call('queryAlarmDetail', Asked, async (asked, viewer, parts, request) => {
  const { begintime: from, endtime: to, armtype, handle, currentpage: current, pagerecords: size } = asked
  if (from >= to) return failed(VideoResult.reversedSpan)
  if (to - from > longestAlarmSpan * dayMs) return failed(VideoResult.longSpan)
  const devices = devicesFor(parts.latest, viewer, asked)
  if (!Array.isArray(devices)) return failed(devices)
  const { rules, total, alarms, pictures } = await parts.db.within(viewer, async (tx) => {
    const known = new Map((await findAlarmRules(tx, viewer)).map(({ id, condition }) => [id, alarmNumberOf(condition)]))
    const wanted = armtype.length ? rulesOf(known, armtype) : undefined
    const vehicleIds = [...new Set(devices.map(({ vehicle }) => vehicle.id))]
    const filter = {
      vehicleIds,
      from: timeText(from),
      to: timeText(to),
      isHandled: handle === undefined ? undefined : handle === 1,
    }
    const found = await findAlarms(tx, viewer, { ...filter, wanted, current, size })
    const ids = found.alarms.map(({ id }) => id)
    return { rules: known, ...found, pictures: Map.groupBy(await findPicturesOf(tx, viewer, ids), (one) => one.violationId) }
  })
  const addressOf = addressesFor(parts, viewer, request)
  const didOf = new Map(devices.toReversed().map(({ did, vehicle }) => [vehicle.id, did]))
  return succeeded({
    alarms: alarms.map((alarm) => ({
      ...alarmFields(alarm, asked.tomap),
      did: didOf.get(alarm.objectId) ?? '',
      atp: rules.get(alarm.ruleId) ?? customAlarm,
      img: (pictures.get(alarm.id) ?? []).map(({ fileName }) => addressOf(fileName)).join(';'),
    })),
    pagination: paginationOf({ total, current, size }),
  })
})

/** The rules whose violations have one of the numbers; those of rules that are gone have the number of custom alarms. */
function rulesOf(known: ReadonlyMap<number, number>, numbers: number[]) {
  const ids = [...known].flatMap(([id, number]) => (numbers.includes(number) ? id : []))
  return { ids, known: [...known.keys()], isGoneToo: numbers.includes(customAlarm) }
}

type Alarm = Awaited<ReturnType<typeof findAlarms>>['alarms'][number]

function alarmFields(alarm: Alarm, map: number) {
  const { lng: slng, lat: slat, mlng: smlng, mlat: smlat } = mapPoint(alarm, map)
  const isHandled = alarm.alarmType !== AlarmType.pending
  return {
    guid: String(alarm.id),
    vid: alarm.objectName,
    atpStr: alarm.violationEvent,
    stm: momentOf(alarm.createTime),
    /** 0 while it lasts. */
    etm: alarm.endTime === null ? 0 : momentOf(alarm.endTime),
    slng,
    slat,
    smlng,
    smlat,
    sps: alarm.position,
    p1: alarm.limit ?? 0,
    p2: alarm.peak ?? 0,
    hd: isHandled ? 1 : 0,
    ...(isHandled && { hdu: alarm.handling?.by ?? '', hdc: alarm.handling?.remark ?? '', hdt: alarm.handling?.time ?? '' }),
  }
}

function paginationOf({ total, current, size }: { total: number; current: number; size: number }) {
  const pages = Math.ceil(total / size)
  return {
    totalPages: pages,
    currentPage: current,
    pageRecords: size,
    totalRecords: total,
    hasNextPage: current < pages,
    hasPreviousPage: current > 1,
    nextPage: Math.min(current + 1, Math.max(pages, 1)),
    previousPage: Math.max(current - 1, 1),
    startRecord: (current - 1) * size,
    sortParams: null,
  }
}

/** Pictures, clips and files of one violation. */
export const alarmEvidence = call(
  'alarmEvidence',
  z.object({
    devidno: textUpTo(40),
    begintime: momentText,
    alarmtype: integer(0, 100_000).optional(),
    guid: integer(1, 9_999_999_999),
    tomap: toMap,
  }),
  async ({ devidno, guid, alarmtype, tomap }, viewer, parts, request) => {
    const device = deviceFor(parts.latest, viewer, devidno)
    if (!device) return failed(VideoResult.notInSight)
    const found = await parts.db.within(viewer, async (tx) => {
      const alarm = await findAlarm(tx, viewer, guid)
      const isOfDevice = alarm?.objectType === ObjectType.vehicle && alarm.objectId === device.vehicle.id
      if (!alarm || !isOfDevice) return undefined
      const rule = (await findAlarmRules(tx, viewer)).find(({ id }) => id === alarm.ruleId)
      const evidence = await findEvidence(tx, viewer, guid, 0)
      return evidence && { alarm, number: rule ? alarmNumberOf(rule.condition) : customAlarm, evidence }
    })
    if (!found || (alarmtype !== undefined && alarmtype !== found.number)) return failed(VideoResult.noInformation)
    const { alarm, number, evidence } = found
    const point = mapPoint(alarm, tomap)
    const common = {
      devIdno: device.did,
      vehiIdno: device.vehicle.plateNumber,
      alarmType: number,
      position: alarm.position,
      jingDu: point.lng,
      weiDu: point.lat,
      mapJingDu: point.mlng,
      mapWeiDu: point.mlat,
    }
    const files = evidenceFiles(evidence)
    const addressOf = addressesFor(parts, viewer, request)
    return succeeded({
      infos: files.map((file) => ({ ...common, ...file, fileUrl: file.fileName === null ? '' : addressOf(file.fileName) })),
      pagination: paginationOf({ total: files.length, current: 1, size: Math.max(files.length, 1) }),
    })
  },
)

type Evidence = NonNullable<Awaited<ReturnType<typeof findEvidence>>>

/** Channels from 0; times in epoch ms. */
function evidenceFiles({ photos, clips, attachments }: Evidence) {
  const { picture, video } = evidenceNumbers
  const at = (time: string, end = time) => ({ fileTime: momentOf(time), fileSTime: momentOf(time), fileETime: momentOf(end) })
  return [
    ...photos.map(({ fileName, channel, time }) => ({
      id: `photo-${fileName}`,
      mediaType: picture,
      channel: Math.max(0, channel - 1),
      fileName,
      ...at(time),
    })),
    ...clips.map(({ id, channel, fileName, fileSize, sha256, startTime, endTime }) => ({
      id: `record-${id}`,
      mediaType: video,
      channel: channel - 1,
      fileName,
      fileSize,
      sha256,
      ...at(startTime, endTime ?? startTime),
    })),
    ...attachments
      .filter(({ kind }) => kind === 'picture' || kind === 'video')
      .map(({ id, kind, channel, fileName, fileSize, sha256, time }) => ({
        id: `file-${id}`,
        mediaType: kind === 'picture' ? picture : video,
        channel: Math.max(0, channel - 1),
        fileName,
        fileSize,
        sha256,
        ...at(time),
      })),
  ]
}
