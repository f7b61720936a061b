import { describe, expect, test } from 'vitest'
import { parseAlarmMark } from './active-safety.ts'
import { alarmBits, alarmMask, confirmableAlarms, loadOf } from './alarm.ts'
import { decodeLocation, encodeLocation, isPlausible } from './location.ts'

const base = Buffer.from('000000000000000301e32a4c06f1c1f0001e025800b4261121081530', 'hex')
const withAdditions = (hex: string) => decodeLocation(Buffer.concat([base, Buffer.from(hex.replaceAll(' ', ''), 'hex')]))

describe('decodeLocation', () => {
  test('reads the base', () => {
    expect(decodeLocation(base)).toMatchObject({
      status: 3,
      lat: 31.664716,
      lng: 116.50712,
      altitude: 30,
      speed: 60,
      direction: 180,
    })
    expect(decodeLocation(base).time).toBe(Date.parse('2026-11-21T08:15:30+08:00'))
  })

  test.each([
    ['month 13', '261321081530'],
    ['month 0', '260021081530'],
    ['30 February', '260230081530'],
    ['29 February in a year that has none', '270229081530'],
    ['hour 24', '261121241530'],
    ['minute 60', '261121086030'],
    ['second 60', '261121081560'],
    ['a digit above nine', '26112108153a'],
  ])('refuses %s', (_, time) => {
    expect(() => decodeLocation(Buffer.concat([base.subarray(0, 22), Buffer.from(time, 'hex')]))).toThrow('time')
  })

  test('takes 29 February of a leap year', () => {
    const leap = Buffer.concat([base.subarray(0, 22), Buffer.from('280229000000', 'hex')])
    expect(decodeLocation(leap).time).toBe(Date.parse('2028-02-29T00:00:00+08:00'))
  })

  test('applies south and west, and writes the bits by the signs', () => {
    const southWest = Buffer.from(base)
    southWest[7] = 0x0f
    const location = decodeLocation(southWest)
    expect(location).toMatchObject({ lat: -31.664716, lng: -116.50712 })
    expect(encodeLocation({ ...location, status: 3 })).toEqual(southWest)
    expect(encodeLocation({ ...location, lat: 31.664716, lng: 116.50712 })).toEqual(base)
  })
})

describe('additions', () => {
  test('a negative temperature, a short overspeed, a driver without degree, two analog values', () => {
    const { additions } = withAdditions('0602fff6 110100 18020005 2b0400020001')
    expect(additions).toEqual({
      carriageTemperature: -10,
      overspeedArea: { areaType: 0 },
      abnormalDriving: { behaviours: 5 },
      analog: { ad0: 1, ad1: 2 },
      activeSafety: [],
      raw: [],
    })
  })

  test('a wrong length, an unknown id, a repeated id and a truncated addition stay raw; the rest is decoded', () => {
    const { additions } = withAdditions('0102ffff e003010203 300114 300115 31010c 6403aabbcc 02040001')
    expect(additions).toEqual({
      signalStrength: 20,
      satellites: 12,
      activeSafety: [],
      raw: [
        { id: 0x01, data: 'ffff' },
        { id: 0xe0, data: '010203' },
        { id: 0x30, data: '15' },
        { id: 0x64, data: 'aabbcc' },
        { id: 0x02, data: '0001' },
      ],
    })
  })

  test('a truncated one stays raw with the bytes it has', () => {
    expect(withAdditions('31010c 01040000').additions).toEqual({
      satellites: 12,
      activeSafety: [],
      raw: [{ id: 0x01, data: '0000' }],
    })
    expect(withAdditions('642f0000').additions.raw).toEqual([{ id: 0x64, data: '0000' }])
  })

  test('a single byte at the end is ignored', () => {
    expect(withAdditions('30').additions).toEqual({ activeSafety: [], raw: [] })
  })
})

describe('active safety', () => {
  const position = '3c 001e 01e32a4c 06f1c1f0 261121081530 0401'
  const mark = '30303030303031 261121081530 02 03 00'
  const shared = { flag: 1, speed: 60, altitude: 30, lat: 31.664716, lng: 116.50712, vehicleState: 0x0401 }
  const time = Date.parse('2026-11-21T08:15:30+08:00')
  const common = { ...shared, time, mark: mark.replaceAll(' ', '') }

  test('ADAS', () => {
    const { additions } = withAdditions(`64 2f 00000009 01 02 01 32 0f 01 02 03 ${position} ${mark}`)
    const detail = { type: 2, level: 1, frontSpeed: 50, frontSeconds: 1.5, departureType: 1, roadSignType: 2, roadSignData: 3 }
    expect(additions.activeSafety).toEqual([{ kind: 'adas', alarmId: 9, ...detail, ...common }])
  })

  test('driver state', () => {
    const { additions } = withAdditions(`65 2f 00000009 01 01 02 07 00000000 ${position} ${mark}`)
    expect(additions.activeSafety).toEqual([{ kind: 'dsm', alarmId: 9, type: 1, level: 2, fatigueDegree: 7, ...common }])
  })

  test('tyres', () => {
    const { additions } = withAdditions(`66 32 00000009 01 ${position} ${mark} 01 03 0002 00c8 0028 0050`)
    const tyres = [{ position: 3, type: 2, pressure: 200, temperature: 40, battery: 80 }]
    expect(additions.activeSafety).toEqual([{ kind: 'tyre', alarmId: 9, tyres, ...common }])
  })

  test('blind spot', () => {
    const { additions } = withAdditions(`67 29 00000009 01 03 ${position} ${mark}`)
    expect(additions.activeSafety).toEqual([{ kind: 'blindSpot', alarmId: 9, type: 3, ...common }])
  })

  test('with an invalid date it stays raw', () => {
    const { additions } = withAdditions(`67 29 00000009 01 03 ${position.replace('261121', '000000')} ${mark}`)
    expect(additions.activeSafety).toEqual([])
    expect(additions.raw).toMatchObject([{ id: 0x67 }])
  })

  test('the mark names the attachments', () => {
    expect(parseAlarmMark(common.mark)).toEqual({ terminalId: '0000001', time, serial: 2, attachmentCount: 3 })
  })
})

describe('alarm and status words', () => {
  test('names, lowest bit first, and back', () => {
    expect(alarmBits(0x80000003)).toEqual(['sos', 'overspeed', 'illegalDoorOpening'])
    expect(alarmBits(0xffffffff)).toHaveLength(32)
    expect(alarmMask(alarmBits(0xfedcba98))).toBe(0xfedcba98)
  })

  test('alarms that a confirmation clears', () => {
    expect(alarmMask(confirmableAlarms)).toBe(0x98700009)
  })

  test('load', () => {
    expect([0, 0x100, 0x200, 0x300].map(loadOf)).toEqual(['empty', 'half', undefined, 'full'])
  })
})

describe('isPlausible', () => {
  test.each([
    [{ lat: 31.6, lng: 116.5 }, true],
    [{ lat: -90, lng: 180 }, true],
    [{ lat: 119.5, lng: 40 }, false],
    [{ lat: 31, lng: 181 }, false],
    [{ lat: 0, lng: 0 }, false],
  ])('%o: %s', (coordinates, expected) => {
    expect(isPlausible(coordinates)).toBe(expected)
  })
})
