import {
  ArrowLeftOutlined,
  CloudUploadOutlined,
  DownloadOutlined,
  ExportOutlined,
  HistoryOutlined,
  PlusOutlined,
  RedoOutlined,
  RollbackOutlined,
  SaveOutlined,
  UndoOutlined,
} from '@ant-design/icons'
import { ownBoardPath } from '@huanwei/contract/boards/codes'
import { listOwnBoards, removeOwnBoard } from '@huanwei/contract/designs/endpoints'
import { textIn } from '@huanwei/contract/designs/rules'
import type { Language } from '@huanwei/words/languages'
import { Button } from 'antd'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { saveText } from '../../../lib/save.ts'
import { useAct } from '../../../lib/send.ts'
import { ActionButton } from '../../../ui/form/ActionButton.tsx'
import { ConfirmButton } from '../../../ui/form/ConfirmButton.tsx'
import { RemoveButton } from '../../../ui/form/RemoveButton.tsx'
import { State } from './OwnBoardList.tsx'
import type { BoardDraft } from './use-board-draft.ts'

type Props = {
  draft: BoardDraft
  isLooking: boolean
  onBack: () => void
  /** The board is no longer there. */
  onGone: () => void
  onAdd: () => void
  onVersions: () => void
}

/** Name and state of the board, and everything that is done with the whole of it. */
export function EditorBar({ draft, isLooking, onBack, onGone, onAdd, onVersions }: Props) {
  const { t, i18n } = useTranslation('boards')
  const { stored, history, isUnsaved } = draft
  const { now, past, future } = history
  const unsavedId = useId()
  const name = textIn(now.title, i18n.language as Language)
  const remove = useAct(removeOwnBoard, [listOwnBoards], onGone)
  const isSame = !isUnsaved && stored.published !== null && !stored.isChanged
  return (
    <header className="board-editor-bar">
      <Button icon={<ArrowLeftOutlined />} aria-label={t('editor.back')} onClick={onBack} />
      <h1>{name}</h1>
      <State board={stored} />
      {isUnsaved && (
        <span className="board-editor-unsaved" id={unsavedId}>
          {t(stored.published === null ? 'editor.unsaved' : 'editor.unsavedPublished')}
        </span>
      )}
      <div className="board-editor-acts">
        <Button icon={<UndoOutlined />} aria-label={t('editor.undo')} disabled={isLooking || !past.length} onClick={draft.undo} />
        <Button
          icon={<RedoOutlined />}
          aria-label={t('editor.redo')}
          disabled={isLooking || !future.length}
          onClick={draft.redo}
        />
        <Button icon={<PlusOutlined aria-hidden />} disabled={isLooking} onClick={onAdd}>
          {t('editor.addPanel')}
        </Button>
        <ActionButton icon={<SaveOutlined aria-hidden />} disabled={isLooking || !isUnsaved} onAct={draft.save}>
          {t('editor.save')}
        </ActionButton>
        <ActionButton
          type="primary"
          icon={<CloudUploadOutlined aria-hidden />}
          disabled={isLooking || isSame}
          onAct={draft.publish}
        >
          {t('editor.publish')}
        </ActionButton>
        <Button icon={<HistoryOutlined aria-hidden />} onClick={onVersions}>
          {t('editor.versions')}
        </Button>
        <Button
          icon={<DownloadOutlined aria-hidden />}
          onClick={() => saveText(JSON.stringify(now, null, 2), 'application/json', `${name}.json`)}
        >
          {t('editor.export')}
        </Button>
        {stored.published !== null && (
          <>
            <Button icon={<ExportOutlined aria-hidden />} href={ownBoardPath(stored.id)} target="_blank" rel="noreferrer">
              {t('editor.open')}
            </Button>
            <ConfirmButton
              icon={<RollbackOutlined aria-hidden />}
              disabled={isUnsaved}
              aria-describedby={isUnsaved ? unsavedId : undefined}
              question={{
                title: t('editor.takeBackTitle'),
                content: t('editor.takeBackHint', { name }),
                okText: t('editor.takeBack'),
                onOk: draft.takeBack,
              }}
            />
          </>
        )}
        <RemoveButton
          question={{ title: t('editor.removeTitle'), content: t('editor.removeHint', { name }) }}
          onRemove={() => remove({ id: stored.id, updateTime: stored.updateTime })}
        />
      </div>
    </header>
  )
}
