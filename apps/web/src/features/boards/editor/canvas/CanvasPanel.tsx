import { type BoardTheme, Pace } from '@huanwei/contract/boards/codes'
import type { Board } from '@huanwei/contract/boards/endpoints'
import type { BoardPanel } from '@huanwei/contract/designs/endpoints'
import { textIn } from '@huanwei/contract/designs/rules'
import type { Language } from '@huanwei/words/languages'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { PanelFrame } from '../../panels/PanelFrame.tsx'

type Props = { panel: BoardPanel; preview: Board | undefined; scale: number; theme: BoardTheme; language: Language }

/** A panel as it will be, at the scale of the canvas; nothing in it takes the pointer or the keyboard. */
export function CanvasPanel({ panel: { id, kind, title, x, y, w, h }, preview, scale, theme, language }: Props) {
  const { t } = useTranslation('boards')
  const shown = preview?.panels.find((one) => one.id === id && one.kind === kind)
  const panel = useMemo(
    () => ({
      pace: Pace.slow,
      madeAt: 0,
      ...shown,
      id,
      kind,
      x,
      y,
      w,
      h,
      title: textIn(title, language),
      data: shown?.data ?? null,
    }),
    [shown, id, kind, x, y, w, h, title, language],
  )
  const board = useMemo(() => preview && { ...preview, theme }, [preview, theme])
  const cover = shown?.data === null && <p className="board-stale">{t('sourceFailed')}</p>
  const part = `${100 / scale}%`
  return (
    <div className="board-draft-inner" inert style={{ width: part, height: part, transform: `scale(${scale})` }}>
      <PanelFrame panel={panel} board={board} cover={cover} />
    </div>
  )
}
