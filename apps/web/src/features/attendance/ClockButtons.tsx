import { LoginOutlined, LogoutOutlined } from '@ant-design/icons'
import { ClockKind } from '@huanwei/contract/attendance/codes'
import { clock, getOwnAttendance, listAttendanceDays } from '@huanwei/contract/attendance/endpoints'
import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { query } from '../../lib/api.ts'
import { notify } from '../../lib/notices.ts'
import { useAsk } from '../../lib/send.ts'

/** Time limit of the positioning, ms. */
const patienceMs = 20_000

/** Resolves with the position of the phone; undefined when the browser tells none. */
const findPlace = () =>
  new Promise<GeolocationCoordinates | undefined>((resolve) => {
    // Browsers tell the position only to pages that came over TLS.
    if (!window.isSecureContext || !('geolocation' in navigator)) return resolve(undefined)
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => resolve(coords),
      () => resolve(undefined),
      { enableHighAccuracy: true, timeout: patienceMs },
    )
  })

/** 上班打卡 and 下班打卡 of whoever has a post. */
export function ClockButtons() {
  const { t } = useTranslation('attendance')
  const own = useQuery({ ...query(getOwnAttendance, {}), staleTime: 60_000 })
  const send = useAsk(clock, [getOwnAttendance, listAttendanceDays])
  const [busy, setBusy] = useState<ClockKind>()

  async function clockNow(kind: ClockKind) {
    setBusy(kind)
    const place = await findPlace()
    if (!place) notify({ kind: 'error', text: t('clock.noPlace') })
    else {
      const { longitude: lng, latitude: lat, accuracy } = place
      const done = await send({ kind, lng, lat, accuracy: Math.min(accuracy, 100_000) })
      if (done) notify({ kind: 'success', text: t('clock.done', { time: done.time.slice(11, 16), area: done.areaName }) })
    }
    setBusy(undefined)
  }

  if (!own.data?.areas.length) return null
  const buttons = [
    { kind: ClockKind.in, icon: <LoginOutlined aria-hidden /> },
    { kind: ClockKind.out, icon: <LogoutOutlined aria-hidden /> },
  ]
  return buttons.map(({ kind, icon }) => (
    <Button key={kind} icon={icon} loading={busy === kind} disabled={busy !== undefined} onClick={() => clockNow(kind)}>
      {t(`clock.${kind}`)}
    </Button>
  ))
}
