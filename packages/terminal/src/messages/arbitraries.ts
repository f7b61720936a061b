import fc from 'fast-check'
import { encodeText } from '../wire/gbk.ts'

// fast-check arbitraries of values that a frame can carry, for the tests.

export const u8 = fc.nat(0xff)
export const u16 = fc.nat(0xffff)
export const u32 = fc.nat(0xffffffff)

/** Any of these values, with their literal types. */
export const oneOf = <const T>(...values: T[]) => fc.constantFrom(...values)

/** Hexadecimal text of `minLength` to `maxLength` bytes. */
export const hex = (minLength: number, maxLength: number) =>
  fc.uint8Array({ minLength, maxLength }).map((bytes) => Buffer.from(bytes).toString('hex'))

const characters = fc.constantFrom(...'ABCxyz0189-_;.测试张三粤京沪环卫结束道路·')

/** GBK text of at most `maxBytes` bytes without blanks at its ends. */
export const text = (maxBytes: number) =>
  fc.string({ unit: characters, maxLength: maxBytes }).map((long) => {
    let fitting = long
    while (encodeText(fitting).length > maxBytes) fitting = fitting.slice(0, -1)
    return fitting
  })

/** Epoch ms of whole seconds whose year has two digits both in GMT+8 and in UTC. */
export const time = fc
  .integer({ min: Date.UTC(2000, 0, 1) / 1000, max: Date.UTC(2099, 11, 31) / 1000 })
  .map((seconds) => seconds * 1000)

const tenths = (arbitrary: fc.Arbitrary<number>) => arbitrary.map((value) => value / 10)
const degrees = u32.map((value) => value / 1e6)

const alarm = {
  alarmId: u32,
  flag: u8,
  speed: u8,
  altitude: u16,
  lat: degrees,
  lng: degrees,
  time,
  vehicleState: u16,
  mark: hex(16, 16),
}

const activeSafety = fc.oneof(
  fc.record({
    ...alarm,
    kind: oneOf('adas'),
    type: u8,
    level: u8,
    frontSpeed: u8,
    frontSeconds: tenths(u8),
    departureType: u8,
    roadSignType: u8,
    roadSignData: u8,
  }),
  fc.record({ ...alarm, kind: oneOf('dsm'), type: u8, level: u8, fatigueDegree: u8 }),
  fc.record({
    ...alarm,
    kind: oneOf('tyre'),
    tyres: fc.array(fc.record({ position: u8, type: u16, pressure: u16, temperature: u16, battery: u16 }), { maxLength: 10 }),
  }),
  fc.record({ ...alarm, kind: oneOf('blindSpot'), type: u8 }),
)

/** A vendor's addition, or a standard one with a non-standard length. */
const raw = fc.oneof(
  fc.record({ id: fc.integer({ min: 0xe0, max: 0xff }), data: hex(0, 255) }),
  fc.record({
    id: oneOf(0x01, 0x02, 0x05, 0x06, 0x11, 0x12, 0x13, 0x14, 0x18, 0x2b, 0x30, 0x64, 0x65, 0x66, 0x67),
    data: hex(8, 20),
  }),
)

const additions = fc.record(
  {
    mileageKm: tenths(u32),
    fuelLitres: tenths(u16),
    recorderSpeed: tenths(u16),
    manualAlarmId: u16,
    tyrePressures: fc.array(fc.oneof(fc.constant(null), fc.nat(0xfe)), { minLength: 30, maxLength: 30 }),
    carriageTemperature: fc.integer({ min: -32768, max: 32767 }),
    overspeedArea: fc.oneof(fc.record({ areaType: u8 }), fc.record({ areaType: u8, areaId: u32 })),
    areaCrossing: fc.record({ areaType: u8, areaId: u32, direction: u8 }),
    sectionTime: fc.record({ sectionId: u32, seconds: u16, result: u8 }),
    videoAlarm: u32,
    signalLostChannels: u32,
    occludedChannels: u32,
    storageFaults: u16,
    abnormalDriving: fc.oneof(fc.record({ behaviours: u16 }), fc.record({ behaviours: u16, fatigueDegree: u8 })),
    vehicleSignals: u32,
    ioStatus: u16,
    analog: fc.record({ ad0: u16, ad1: u16 }),
    signalStrength: u8,
    satellites: u8,
    activeSafety: fc.array(activeSafety, { maxLength: 3 }),
    raw: fc.array(raw, { maxLength: 4 }),
  },
  { requiredKeys: ['activeSafety', 'raw'] },
)

const locationFields = { alarm: u32, status: u32, lat: u32, lng: u32, altitude: u16, speed: tenths(u16), direction: u16, time }

/** Coordinates with the signs of status bits 2 and 3. */
const withSigns = <T extends { status: number; lat: number; lng: number }>(value: T) => ({
  ...value,
  lat: (value.status & 4 && value.lat > 0 ? -value.lat : value.lat) / 1e6,
  lng: (value.status & 8 && value.lng > 0 ? -value.lng : value.lng) / 1e6,
})

/** A location with any additions. */
export const location = fc.record({ ...locationFields, additions }).map(withSigns)

/** A location without additions, as pictures carry it. */
export const bareLocation = fc
  .record(locationFields)
  .map(withSigns)
  .map((value) => ({ ...value, additions: { activeSafety: [], raw: [] } }))
