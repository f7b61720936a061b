import './logs.css'
import { LogType } from '@huanwei/contract/logs/codes'
import { type Log, listLogs, removeLog } from '@huanwei/contract/logs/endpoints'
import { logRemovalRefusal } from '@huanwei/contract/logs/rules'
import { useQueryClient } from '@tanstack/react-query'
import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { call } from '../../lib/api.ts'
import { notify } from '../../lib/notices.ts'
import { useMay, useSession } from '../../lib/session.ts'
import { DrawerFacts, DrawerFrame, DrawerPart } from '../../ui/drawer/DrawerFrame.tsx'
import { useConfirm } from '../../ui/form/use-confirm.ts'
import { LogResult, useLogTitle } from './LogWords.tsx'

/** All of one row, as text whatever it looks like; and its end, for who may. */
export function LogDrawer({ log, onClose }: { log: Log; onClose: () => void }) {
  const { t } = useTranslation(['logs', 'list'])
  const titleOf = useLogTitle()
  const confirm = useConfirm()
  const cache = useQueryClient()
  const username = useSession((s) => s.session?.user.username ?? '')
  const mayRemove = useMay('sys_log_del') && !logRemovalRefusal(log, username)
  const isError = log.type === LogType.error
  const title = titleOf(log)

  const askToRemove = () =>
    confirm({
      title: t('removeTitle'),
      content: t('removeHint', { time: log.createTime, who: log.createBy, title }),
      okText: t('action.remove'),
      onOk: async () => {
        await call(removeLog, { id: log.id })
        notify({ kind: 'success', text: t('prompt.success') })
        onClose()
        await cache.invalidateQueries({ queryKey: [listLogs.path] })
      },
    })

  return (
    <DrawerFrame
      title={t(isError ? 'detail.errors' : 'detail.operations')}
      state={!isError && <LogResult exception={log.exception} />}
      onClose={onClose}
      buttons={(close) => (
        <>
          {mayRemove && (
            <Button danger onClick={askToRemove}>
              {t('action.remove')}
            </Button>
          )}
          <Button onClick={close}>{t('action.close')}</Button>
        </>
      )}
    >
      <LogFacts log={log} />
      <DrawerPart title={t(isError && log.method === '' ? 'message' : 'params')}>
        <pre className="log-text">{indented(log.params)}</pre>
      </DrawerPart>
      {log.exception !== null && (
        <DrawerPart title={t(isError && log.method === '' ? 'column.stack' : 'exception')}>
          <pre className="log-text">{log.exception}</pre>
        </DrawerPart>
      )}
    </DrawerFrame>
  )
}

function LogFacts({ log }: { log: Log }) {
  const { t } = useTranslation('logs')
  const title = useLogTitle()(log)
  return (
    <DrawerFacts
      facts={[
        { key: 'title', label: t(log.type === LogType.error ? 'column.source' : 'column.title'), value: title || '—' },
        { key: 'time', label: t('column.time'), value: log.createTime },
        { key: 'person', label: t('column.person'), value: log.createBy || '—' },
        { key: 'from', label: t('column.from'), value: log.remoteAddr },
        { key: 'address', label: t('column.address'), value: `${log.method} ${log.requestUri}`.trim(), wide: true },
        ...(log.time === null ? [] : [{ key: 'duration', label: t('column.duration'), value: `${log.time} ms` }]),
        { key: 'service', label: t('service'), value: log.serviceId },
        { key: 'agent', label: t('column.agent'), value: log.userAgent || '—', wide: true },
      ]}
    />
  )
}

/** JSON over several lines, where it is JSON and was not cut. */
function indented(text: string) {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}
