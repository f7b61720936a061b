import './error-log.css'
import { CloudUploadOutlined, DeleteOutlined } from '@ant-design/icons'
import { reportErrors } from '@huanwei/contract/logs/endpoints'
import { App, Button, Modal } from 'antd'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../lib/api.ts'
import { notify } from '../../lib/notices.ts'
import { ListEmpty } from '../../ui/list/ListNotice.tsx'
import { ListPager } from '../../ui/list/ListPager.tsx'
import { ListTable } from '../../ui/list/ListTable.tsx'
import { ListTag } from '../../ui/list/ListTag.tsx'
import type { ListColumn } from '../../ui/list/list-columns.ts'
import { type ErrorEntry, forgetErrors, useErrorLog } from './error-log.ts'

/** Source: spec 1, section 9. */
const pageSize = 10

/** 日志: the errors that this browser keeps, to hand in or to clear. Source: spec 2, section 2.4. */
export function ErrorLogDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation(['logs', 'list', 'common'])
  const entries = useErrorLog((s) => s.entries)
  const columns = useErrorColumns()
  const [position, setPosition] = useState({ current: 1, size: pageSize })
  // Entries may go while a later page is shown.
  const current = Math.min(position.current, Math.max(1, Math.ceil(entries.length / position.size)))
  const first = (current - 1) * position.size

  const { askToSend, askToClear } = useQuestions(entries)

  return (
    <Modal
      open
      rootClassName="error-log"
      width="100vw"
      title={t('local.title')}
      closable={{ 'aria-label': t('common:action.close') }}
      onCancel={onClose}
      footer={null}
    >
      <div className="error-log-tools">
        <Button type="primary" icon={<CloudUploadOutlined aria-hidden />} disabled={!entries.length} onClick={askToSend}>
          {t('local.send')}
        </Button>
        <Button danger icon={<DeleteOutlined aria-hidden />} disabled={!entries.length} onClick={askToClear}>
          {t('local.clear')}
        </Button>
        <span>{t('list:total', { total: entries.length })}</span>
      </div>
      {entries.length === 0 ? (
        <ListEmpty title={t('local.none')} hint={t('local.noneHint')} />
      ) : (
        <ListTable
          label={t('local.title')}
          columns={columns}
          rows={entries.slice(first, first + position.size)}
          first={first + 1}
          isStale={false}
          size={position.size}
        />
      )}
      {entries.length > pageSize && (
        <ListPager current={current} size={position.size} total={entries.length} onPage={setPosition} />
      )}
    </Modal>
  )
}

/** Sends or clears the errors, after a question. */
function useQuestions(entries: readonly ErrorEntry[]) {
  const { t } = useTranslation(['logs', 'common'])
  const { modal } = App.useApp()
  const ask = (content: string, onOk: () => unknown) =>
    modal.confirm({
      title: t('common:prompt.title'),
      content,
      okText: t('common:action.confirm'),
      cancelText: t('common:action.cancel'),
      onOk,
    })
  const send = async () => {
    await call(reportErrors, entries.map(toReport))
    forgetErrors(entries.map(({ id }) => id))
    notify({ kind: 'success', text: t('local.sent') })
  }
  const clear = () => {
    forgetErrors()
    notify({ kind: 'success', text: t('local.cleared') })
  }
  return {
    askToSend: () => ask(t('local.sendQuestion'), send),
    askToClear: () => ask(t('local.clearQuestion'), clear),
  }
}

function useErrorColumns(): ListColumn<ErrorEntry>[] {
  const { t } = useTranslation('logs')
  return useMemo(
    () => [
      {
        key: 'type',
        title: t('column.type'),
        width: 90,
        card: 'head',
        cell: ({ type }) => (
          <ListTag tone={type === 'error' ? 'bad' : 'warn'} icon={null} text={type === 'error' ? 'bug' : type} />
        ),
      },
      { key: 'url', title: t('column.address'), width: 220, cell: ({ url }) => <span title={url}>{url}</span> },
      {
        key: 'message',
        title: t('column.content'),
        width: 320,
        cell: ({ message, count }) => (
          <span title={message}>
            {message} {count > 1 && <span className="list-sub">{t('local.times', { count })}</span>}
          </span>
        ),
      },
      { key: 'stack', title: t('column.stack'), width: 420, cell: ({ stack }) => <Stack text={stack} /> },
      { key: 'time', title: t('column.time'), width: 160, cell: ({ time }) => time },
    ],
    [t],
  )
}

/** Its first line; all of it when opened. Text, whatever it looks like. */
function Stack({ text }: { text: string }) {
  const { t } = useTranslation('logs')
  if (!text) return '—'
  return (
    <details className="error-log-stack">
      <summary title={t('local.openStack')}>{text.split('\n')[0]}</summary>
      <pre>{text}</pre>
    </details>
  )
}

const toReport = ({ url, time, user, type, message, stack, info, count }: ErrorEntry) => ({
  url,
  time,
  user,
  type,
  stack,
  info,
  message: count > 1 ? `(× ${count}) ${message}`.slice(0, 2000) : message,
})
