import type { PanelData } from '@huanwei/contract/boards/endpoints'
import type { CSSProperties } from 'react'
import { useTranslation } from 'react-i18next'
import { useHasLinks } from '../engine/board-access.ts'
import { ListLink } from './ListLink.tsx'
import { inColumns, useLinkKeys } from './use-link-keys.ts'
import './days.css'

type Days = Extract<PanelData, { shape: 'days' }>['days']

/** Days of a week from Monday, by days of which it is known how they are written. */
const mondayFirst = Array.from({ length: 7 }, (_, place) => new Date(Date.UTC(2024, 0, 1 + place)))

/** Weeks beside one another, a place for each day, the stronger the larger its figure is. The first day is a Monday. The arrows go from day to day. */
export function DaysPanel({ days }: { days: Days }) {
  const { t, i18n } = useTranslation('boards')
  const hasLinks = useHasLinks()
  const { tabIndexOf, keys } = useLinkKeys(
    days.flatMap(({ value, href }, place) => (value > 0 && href ? [place] : [])),
    inColumns(7),
  )
  if (!days.length) return <p className="board-nothing">{t('nothing')}</p>
  const largest = Math.max(1, ...days.map(({ value }) => value))
  const weekday = new Intl.DateTimeFormat(i18n.language, { weekday: 'narrow', timeZone: 'UTC' })
  const month = new Intl.DateTimeFormat(i18n.language, { month: 'short', timeZone: 'UTC' })
  const weeks = Array.from({ length: Math.ceil(days.length / 7) }, (_, week) => days.slice(7 * week, 7 * week + 7))
  const monthOf = (week: Days | undefined) => week?.[0]?.day.slice(0, 7)
  const label = days.map(({ day, value }) => `${day.slice(5)} ${value}`).join(', ')
  // What is in a picture cannot be reached.
  const called = { role: hasLinks ? 'group' : 'img', 'aria-label': label }
  return (
    <div className="board-calendar" {...called} {...keys}>
      <div className="board-calendar-days" aria-hidden="true">
        <span />
        {mondayFirst.map((day) => (
          <span key={day.getUTCDay()} className="board-calendar-name">
            {weekday.format(day)}
          </span>
        ))}
      </div>
      {weeks.map((week, place) => (
        <div key={week[0]?.day} className="board-calendar-week">
          <span className="board-calendar-name">
            {monthOf(week) === monthOf(weeks[place - 1]) ? '' : month.format(new Date(`${week[0]?.day}T00:00:00Z`))}
          </span>
          {week.map(({ day, value, href }, row) => (
            <i key={day} className="board-calendar-day" style={strengthOf(value / largest)} title={`${day} ${value}`}>
              {value > 0 && (
                <ListLink href={href} name={`${day} ${value}`} tabIndex={tabIndexOf(7 * place + row)}>
                  {value}
                </ListLink>
              )}
            </i>
          ))}
        </div>
      ))}
    </div>
  )
}

/** `share` from 0 to 1. */
const strengthOf = (share: number) => ({ '--strength': `${Math.round(8 + 62 * share)}%` }) as CSSProperties
