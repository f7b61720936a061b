import {
  CheckCircleOutlined,
  ClockCircleOutlined,
  CloseCircleOutlined,
  CoffeeOutlined,
  FileDoneOutlined,
  LogoutOutlined,
} from '@ant-design/icons'
import { type AttendanceState, attendanceStates } from '@huanwei/contract/attendance/codes'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { ListTag, type Tone } from '../../ui/list/ListTag.tsx'

const looks: Record<AttendanceState, { tone: Tone; icon: ReactNode }> = {
  normal: { tone: 'good', icon: <CheckCircleOutlined /> },
  late: { tone: 'warn', icon: <ClockCircleOutlined /> },
  early: { tone: 'warn', icon: <LogoutOutlined /> },
  absent: { tone: 'bad', icon: <CloseCircleOutlined /> },
  leave: { tone: 'plain', icon: <FileDoneOutlined /> },
  rest: { tone: 'plain', icon: <CoffeeOutlined /> },
}

/** What became of a day. */
export function StateTag({ state }: { state: AttendanceState }) {
  const { t } = useTranslation('attendance')
  return <ListTag {...looks[state]} text={t(`states.${state}`)} />
}

/** The same as one letter, for a sheet. */
export function StateLetter({ state }: { state: AttendanceState }) {
  const { t } = useTranslation('attendance')
  return (
    <span className="attendance-mark" data-state={state} aria-hidden="true">
      {t(`letters.${state}`)}
    </span>
  )
}

/** The letters with their words. */
export function StateLegend() {
  const { t } = useTranslation('attendance')
  return (
    <ul className="attendance-legend" aria-label={t('legend')}>
      {attendanceStates.map((state) => (
        <li key={state}>
          <StateLetter state={state} /> {t(`states.${state}`)}
        </li>
      ))}
    </ul>
  )
}
