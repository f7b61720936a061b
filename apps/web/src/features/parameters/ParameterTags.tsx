import { PauseCircleOutlined, SafetyOutlined, UserOutlined } from '@ant-design/icons'
import { ParameterStatus } from '@huanwei/contract/parameters/codes'
import type { PublicParameter } from '@huanwei/contract/parameters/endpoints'
import { useTranslation } from 'react-i18next'
import { ListTag } from '../../ui/list/ListTag.tsx'

/** Whose a parameter is: the product's or the organisation's; one that is switched off says so. */
export function OriginTag({ parameter: { system, status } }: { parameter: PublicParameter }) {
  const { t } = useTranslation('parameters')
  if (status === ParameterStatus.off) return <ListTag tone="warn" icon={<PauseCircleOutlined />} text={t(`statuses.${status}`)} />
  return system === '1' ? (
    <ListTag tone="good" icon={<SafetyOutlined />} text={t('builtIn')} />
  ) : (
    <ListTag tone="plain" icon={<UserOutlined />} text={t('own')} />
  )
}
