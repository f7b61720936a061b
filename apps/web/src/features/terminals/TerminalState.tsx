import { CheckCircleOutlined, DisconnectOutlined } from '@ant-design/icons'
import { alarmBits, statusBits } from '@huanwei/contract/terminals/rules'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { ListTag } from '../../ui/list/ListTag.tsx'

/** Online state of the terminal. */
export function OnlineTag({ online }: { online: boolean }) {
  const { t } = useTranslation('terminals')
  return online ? (
    <ListTag tone="good" icon={<CheckCircleOutlined />} text={t('online')} />
  ) : (
    <ListTag tone="plain" icon={<DisconnectOutlined />} text={t('offline')} />
  )
}

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
