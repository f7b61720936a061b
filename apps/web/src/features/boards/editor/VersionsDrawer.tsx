import { type BoardDefinition, getBoardVersion, listBoardVersions, type OwnBoard } from '@huanwei/contract/designs/endpoints'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { call, query } from '../../../lib/api.ts'
import { errorOf } from '../../../lib/errors.ts'
import { showFailure } from '../../../lib/failure.ts'
import { DrawerFrame } from '../../../ui/drawer/DrawerFrame.tsx'
import { ActionButton } from '../../../ui/form/ActionButton.tsx'

/** A version that is looked at. */
export type Looked = { version: number; definition: BoardDefinition }

type Props = { board: Pick<OwnBoard, 'id' | 'published'>; onClose: () => void; onLook: (looked: Looked) => void }

/** What was published, by whom and when. */
export function VersionsDrawer({ board: { id, published }, onClose, onLook }: Props) {
  const { t } = useTranslation('boards')
  const asked = useQuery({ ...query(listBoardVersions, { id }), gcTime: 0 })
  const look = (version: number) =>
    call(getBoardVersion, { id, version }).then(
      (definition) => onLook({ version, definition }),
      (cause) => showFailure(errorOf(cause)),
    )
  return (
    <DrawerFrame title={t('editor.versions')} asked={asked} onClose={onClose}>
      {asked.data?.length === 0 && <p className="drawer-note">{t('editor.noVersions')}</p>}
      <ul className="board-versions" aria-label={t('editor.versions')}>
        {asked.data?.map(({ version, createTime, createBy, panelCount }) => (
          <li key={version}>
            <div>
              <strong>{t('editor.version', { version })}</strong>
              {version === published && <em>{t('editor.onScreens')}</em>}
              <p>
                {createBy} · {createTime} · {t('editor.versionPanels', { count: panelCount })}
              </p>
            </div>
            <ActionButton onAct={() => look(version)}>{t('editor.look')}</ActionButton>
          </li>
        ))}
      </ul>
    </DrawerFrame>
  )
}
