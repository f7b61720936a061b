import { CheckCircleOutlined, DisconnectOutlined } from '@ant-design/icons'
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
