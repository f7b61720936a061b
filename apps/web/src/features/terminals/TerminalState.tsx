import { alarmBits, statusBits } from '@huanwei/contract/terminals/rules'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'

/** The words of alarm and status bits; empty where there is no fix or nothing is set. */
export function useBitWords() {
  const { t } = useTranslation('terminals')
  return useMemo(
    () => ({
      alarmWords: (alarm: number | null) =>
        alarmBits(alarm ?? 0)
          .map((bit) => t(`alarms.${bit}`, { defaultValue: String(bit) }))
          .join(t('and')),
      statusWords: (status: number | null) =>
        statusBits(status ?? 0)
          .map((bit) => t(`statuses.${bit}`, { defaultValue: String(bit) }))
          .join(t('and')),
    }),
    [t],
  )
}
