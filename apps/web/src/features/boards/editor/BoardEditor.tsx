import { mostPanels } from '@huanwei/contract/boards/codes'
import type { getOwnBoard } from '@huanwei/contract/designs/endpoints'
import type { Output } from '@huanwei/contract/endpoint'
import type { Language } from '@huanwei/words/languages'
import { Alert, Button, Flex } from 'antd'
import { type KeyboardEvent, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { notify } from '../../../lib/notices.ts'
import { useUnsentPage } from '../../../ui/drawer/unsent-pages.ts'
import { useLeaveQuestion } from '../../../ui/drawer/use-leave-question.ts'
import { ActionButton } from '../../../ui/form/ActionButton.tsx'
import { isOutdated } from '../../../ui/form/use-newer-state.ts'
import { Canvas } from './canvas/Canvas.tsx'
import { useCanvasRoom } from './canvas/use-canvas-room.ts'
import { EditorBar } from './EditorBar.tsx'
import { BoardForm } from './forms/BoardForm.tsx'
import { PanelForm } from './forms/PanelForm.tsx'
import { withNewPanel } from './panel-moves.ts'
import { type BoardDraft, useBoardDraft } from './use-board-draft.ts'
import { usePreview } from './use-preview.ts'
import { type Looked, VersionsDrawer } from './VersionsDrawer.tsx'
import './editor.css'

type Props = { first: Output<typeof getOwnBoard>; onBack: () => void }

/** Fields whose own undo and arrow keys come first. */
const typed = 'input, textarea, [role=combobox]'

/** Works on the draft of a board with figures of now; nothing of it is on a screen before it is published. */
export function BoardEditor({ first, onBack }: Props) {
  const { t } = useTranslation(['boards', 'list'])
  const draft = useBoardDraft(first)
  const [chosen, setChosen] = useState<string>()
  const [facilityId, setFacilityId] = useState<number>()
  const [isListing, setListing] = useState(false)
  const [looked, setLooked] = useState<Looked>()
  const { leave, gone } = useLeave(draft.isUnsaved, onBack)
  const now = draft.history.now
  const shown = looked?.definition ?? now
  const preview = usePreview(shown, facilityId)
  const { element, size } = useCanvasRoom(shown)
  const panel = looked ? undefined : now.panels.find(({ id }) => id === chosen)
  const addPanel = useAddPanel(draft, setChosen)

  function onKeyDown(event: KeyboardEvent) {
    const isTyped = event.target instanceof Element && event.target.matches(typed)
    if (isTyped || looked || !(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== 'z') return
    event.preventDefault()
    if (event.shiftKey) draft.redo()
    else draft.undo()
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: only listens to what its parts let through
    <div className="board-editor" onKeyDown={onKeyDown}>
      <EditorBar
        draft={draft}
        isLooking={looked !== undefined}
        onBack={leave}
        onGone={gone}
        onAdd={addPanel}
        onVersions={() => setListing(true)}
      />
      {draft.refusal && <Refusal draft={draft} />}
      {looked && <Looking looked={looked} draft={draft} onEnd={() => setLooked(undefined)} />}
      <div className="board-editor-parts">
        <div className="board-editor-canvas" ref={element}>
          <Canvas
            definition={shown}
            preview={preview.data}
            size={size}
            chosen={chosen}
            onChoose={setChosen}
            onChange={looked ? undefined : draft.change}
          />
          {preview.error && <Alert type="warning" title={`${t('editor.previewFailed')}: ${preview.error.message}`} />}
          <p className="board-editor-keys">{t('editor.keys')}</p>
        </div>
        {!looked && (
          <aside className="board-editor-form" aria-label={t(panel ? 'editor.panelSettings' : 'editor.settings')}>
            <Flex justify="space-between" align="center">
              <h2>{t(panel ? 'editor.panelSettings' : 'editor.settings')}</h2>
              {panel && (
                <Button size="small" onClick={() => setChosen(undefined)}>
                  {t('editor.settings')}
                </Button>
              )}
            </Flex>
            {panel ? (
              <PanelForm key={panel.id} board={now} panel={panel} onChange={draft.change} />
            ) : (
              <BoardForm board={now} onChange={draft.change} facilityId={facilityId} onFacility={setFacilityId} />
            )}
          </aside>
        )}
      </div>
      {isListing && (
        <VersionsDrawer
          board={draft.stored}
          onClose={() => setListing(false)}
          onLook={(found) => {
            setListing(false)
            setChosen(undefined)
            setLooked(found)
          }}
        />
      )}
    </div>
  )
}

/** Adds a panel and chooses it; says so where there is no room. */
function useAddPanel({ history: { now }, change }: BoardDraft, onChoose: (id: string) => void) {
  const { t, i18n } = useTranslation('boards')
  return () => {
    if (now.panels.length >= mostPanels) return notify({ kind: 'error', text: t('editor.most', { most: mostPanels }) })
    const title = { 'zh-CN': '', 'zh-TW': '', 'en-US': '', [i18n.language as Language]: t('source.crews') }
    const added = withNewPanel(now, 'crews', title, 'ranking')
    if (!added) return notify({ kind: 'error', text: t('editor.full') })
    change(added.board)
    onChoose(added.panel.id)
  }
}

/** Why nothing was done; where somebody else was first, the two ways on. */
function Refusal({ draft: { refusal, reload } }: { draft: BoardDraft }) {
  const { t } = useTranslation('boards')
  if (!refusal) return null
  const ways = isOutdated(refusal) && (
    <Flex gap={8} wrap>
      <ActionButton size="small" onAct={() => reload(true)}>
        {t('editor.keepOwn')}
      </ActionButton>
      <ActionButton size="small" onAct={() => reload(false)}>
        {t('editor.newer')}
      </ActionButton>
    </Flex>
  )
  return <Alert type="error" role="alert" title={refusal.message} action={ways} />
}

function Looking({ looked: { version }, draft, onEnd }: { looked: Looked; draft: BoardDraft; onEnd: () => void }) {
  const { t } = useTranslation('boards')
  const restore = async () => {
    await draft.restore(version)
    onEnd()
  }
  return (
    <Alert
      type="info"
      role="status"
      title={t('editor.looking', { version })}
      action={
        <Flex gap={8} wrap>
          <ActionButton size="small" onAct={restore}>
            {t('editor.restore')}
          </ActionButton>
          <Button size="small" onClick={onEnd}>
            {t('editor.backToDraft')}
          </Button>
        </Flex>
      }
    />
  )
}

/** Asks about unsaved work when the editor is left, its tab is closed or loaded anew; the browser asks too. */
function useLeave(isUnsaved: boolean, go: () => void) {
  const leave = useLeaveQuestion(isUnsaved)
  const forget = useUnsentPage(isUnsaved, leave)
  useEffect(() => {
    if (!isUnsaved) return
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [isUnsaved])
  const gone = () => {
    forget()
    go()
  }
  return { leave: () => leave(gone), gone }
}
