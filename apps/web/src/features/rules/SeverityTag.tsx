import { ExclamationCircleOutlined, WarningOutlined } from '@ant-design/icons'
import { Severity } from '@huanwei/contract/rules/codes'
import { useTranslation } from 'react-i18next'
import { ListTag } from '../../ui/list/ListTag.tsx'

/** Severity of a rule's violations. */
export function SeverityTag({ severity }: { severity: Severity }) {
  const { t } = useTranslation('rules')
  const isAlarm = severity === Severity.alarm
  return (
    <ListTag
      tone={isAlarm ? 'bad' : 'warn'}
      icon={isAlarm ? <ExclamationCircleOutlined /> : <WarningOutlined />}
      text={t(`severities.${severity}`)}
    />
  )
}
