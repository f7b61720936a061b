import { CheckCircleOutlined, DisconnectOutlined } from '@ant-design/icons'
import { alarmBits, statusBits } from '@huanwei/contract/terminals/rules'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { ListTag } from '../../ui/ListTag.tsx'

/** Whether the terminal was heard lately. */
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
          .map((bit) => t(`alarms.${bit}`))
          .join(t('and')),
      statusWords: (status: number | null) =>
        statusBits(status ?? 0)
          .map((bit) => t(`statuses.${bit}`))
          .join(t('and')),
    }),
    [t],
  )
}
