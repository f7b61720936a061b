import { CheckCircleOutlined, CloseCircleOutlined, LockOutlined } from '@ant-design/icons'
import { LoginStatus } from '@huanwei/contract/logs/codes'
import type { Log, LoginLog } from '@huanwei/contract/logs/endpoints'
import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import { ListTag } from '../../ui/list/ListTag.tsx'

/** Title of a row in the language of the screen: the name of the call, or the place of a browser's error. */
export function useLogTitle() {
  const { t } = useTranslation('logs')
  return useCallback(({ title }: Pick<Log, 'title'>) => t(`source.${title}`, { defaultValue: title }), [t])
}

/** Result of an operation. */
export function LogResult({ exception }: Pick<Log, 'exception'>) {
  const { t } = useTranslation('logs')
  return exception === null ? (
    <ListTag tone="good" icon={<CheckCircleOutlined />} text={t('succeeded')} />
  ) : (
    <ListTag tone="warn" icon={<CloseCircleOutlined />} text={t('failed')} />
  )
}

const looks = {
  [LoginStatus.failed]: { tone: 'warn', Icon: CloseCircleOutlined },
  [LoginStatus.succeeded]: { tone: 'good', Icon: CheckCircleOutlined },
  [LoginStatus.locked]: { tone: 'bad', Icon: LockOutlined },
} as const

export function LoginResult({ status }: Pick<LoginLog, 'status'>) {
  const { t } = useTranslation('logs')
  const { tone, Icon } = looks[status]
  return <ListTag tone={tone} icon={<Icon />} text={t(`login.status.${status}`)} />
}
