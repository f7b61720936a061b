import { CheckCircleOutlined, LockOutlined, UserOutlined } from '@ant-design/icons'
import { endToken, type LogIn, listTokens } from '@huanwei/contract/tokens/endpoints'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useAct } from '../../lib/send.ts'
import { useMay } from '../../lib/session.ts'
import { useConfirm } from '../../ui/form/use-confirm.ts'
import { ListTag } from '../../ui/list/ListTag.tsx'
import { indexColumn, whole } from '../../ui/list/list-cells.tsx'
import type { ListColumn } from '../../ui/list/list-columns.ts'
import { browserName } from './browser-name.ts'

export function useTokenColumns(): ListColumn<LogIn>[] {
  const { t } = useTranslation(['tokens', 'list'])
  const mayEnd = useMay('sys_token_del')
  return useMemo(
    () => [
      indexColumn(t('list:index')),
      {
        key: 'who',
        title: t('who'),
        width: 142,
        always: true,
        card: 'head',
        cell: ({ name, username }) => (
          <span title={`${name} ${username}`}>
            {name || username} {name && <span className="list-sub">{username}</span>}
          </span>
        ),
      },
      { key: 'department', title: t('department'), width: 110, cell: ({ deptName }) => whole(deptName) },
      { key: 'address', title: t('address'), width: 106, cell: ({ address }) => whole(address) },
      {
        key: 'browser',
        title: t('browser'),
        width: 140,
        cell: ({ userAgent }) => <span title={userAgent}>{browserName(userAgent)}</span>,
      },
      { key: 'since', title: t('since'), width: 150, cell: ({ createTime }) => createTime },
      { key: 'expires', title: t('expires'), width: 150, cell: ({ expires }) => expires },
      { key: 'state', title: t('state'), width: 112, cell: (row) => <TokenState {...row} /> },
      {
        key: 'do',
        title: t('list:action'),
        width: 92,
        always: true,
        card: 'foot',
        cell: (row) => mayEnd && !row.isOwn && <EndButton {...row} />,
      },
    ],
    [t, mayEnd],
  )
}

function TokenState({ isOwn, isLocked }: LogIn) {
  const { t } = useTranslation('tokens')
  if (isOwn) return <ListTag tone="good" icon={<UserOutlined />} text={t('own')} />
  return isLocked ? (
    <ListTag tone="warn" icon={<LockOutlined />} text={t('locked')} />
  ) : (
    <ListTag tone="plain" icon={<CheckCircleOutlined />} text={t('open')} />
  )
}

function EndButton({ token, name, username, address }: LogIn) {
  const { t } = useTranslation('tokens')
  const confirm = useConfirm()
  const end = useAct(endToken, [listTokens])
  const ask = () =>
    confirm({
      title: t('endTitle'),
      content: t('endHint', { name: name ? `${name} (${username})` : username, address }),
      okText: t('end'),
      onOk: () => end({ token }),
    })
  return (
    <button type="button" className="list-link" onClick={ask}>
      {t('end')}
    </button>
  )
}
