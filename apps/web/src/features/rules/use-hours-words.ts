import type { Hours } from '@huanwei/contract/shifts/endpoints'
import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'

/** Returns the function that says hours of some weekdays in words. */
export function useHoursWords() {
  const { t } = useTranslation('rules')
  return useCallback(
    ({ start, end, weekdays }: Hours) => {
      const sorted = weekdays.toSorted((one, other) => one - other)
      const [first = 1, last = 7] = [sorted.at(0), sorted.at(-1)]
      const name = (day: number) => t(`weekdays.${day}`, { defaultValue: String(day) })
      const isSpan = sorted.length > 2 && last - first === sorted.length - 1
      const some = isSpan ? t('weekdaysTo', { first: name(first), last: name(last) }) : sorted.map(name).join(t('and'))
      return `${sorted.length === 7 ? t('everyDay') : some} ${start}–${end}`
    },
    [t],
  )
}
