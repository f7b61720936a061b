import { StopOutlined } from '@ant-design/icons'
import { type BoardToken, listBoardTokens, revokeBoardToken } from '@huanwei/contract/boards/endpoints'
import { useTranslation } from 'react-i18next'
import { useAct } from '../../../lib/send.ts'
import { useTick } from '../../../lib/tick.ts'
import { age, lastingText, parseTime } from '../../../lib/time.ts'
import { DrawerFacts, DrawerFrame, DrawerPart } from '../../../ui/drawer/DrawerFrame.tsx'
import { ConfirmButton } from '../../../ui/form/ConfirmButton.tsx'
import './board-tokens.css'

type Props = { token: BoardToken; error: Error | null; onClose: () => void }

/** A token with the screens that use it; revoked here, they go dark. */
export function BoardTokenDrawer({ token, error, onClose }: Props) {
  const { t } = useTranslation(['boards', 'list'])
  const revoke = useAct(revokeBoardToken, [listBoardTokens], onClose)
  const { id, title: name, deptId, deptName, place, addressRange, createBy, createTime, screens } = token
  return (
    <DrawerFrame
      title={name}
      asked={{ data: token, error, refetch: () => undefined }}
      onClose={onClose}
      buttons={() => (
        <ConfirmButton
          icon={<StopOutlined aria-hidden />}
          question={{
            title: t('token.revokeTitle'),
            content: t('token.revokeHint', { name, count: screens.length }),
            okText: t('token.revoke'),
            onOk: () => revoke({ id }),
          }}
        />
      )}
    >
      <DrawerFacts
        facts={[
          { key: 'place', label: t('token.place'), value: place || '—' },
          { key: 'department', label: t('list:department'), value: deptId === null ? t('token.allDepartments') : deptName },
          { key: 'createBy', label: t('token.createBy'), value: createBy },
          { key: 'createTime', label: t('token.createTime'), value: createTime },
          { key: 'range', label: t('token.addressRange'), value: addressRange || t('token.anyAddress'), wide: true },
        ]}
      />
      <DrawerPart title={t('token.screens')}>
        {screens.length ? <ScreenTable screens={screens} /> : <p className="drawer-note">{t('token.noScreens')}</p>}
      </DrawerPart>
    </DrawerFrame>
  )
}

function ScreenTable({ screens }: Pick<BoardToken, 'screens'>) {
  const { t } = useTranslation('boards')
  const now = useTick()
  return (
    <table className="board-screens">
      <thead>
        <tr>
          <th scope="col">{t('token.address')}</th>
          <th scope="col">{t('token.heartbeat')}</th>
          <th scope="col">{t('token.dataAge')}</th>
          <th scope="col">{t('token.build')}</th>
        </tr>
      </thead>
      <tbody>
        {screens.map(({ screen, address, heartbeatTime, dataAge, build }) => (
          <tr key={screen}>
            <td>{address}</td>
            <td title={heartbeatTime}>{age(now - parseTime(heartbeatTime))}</td>
            <td>{lastingText(dataAge)}</td>
            <td>{build}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
