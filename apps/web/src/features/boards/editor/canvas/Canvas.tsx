import { boardGrid } from '@huanwei/contract/boards/codes'
import type { Board } from '@huanwei/contract/boards/endpoints'
import type { BoardDefinition } from '@huanwei/contract/designs/endpoints'
import { textIn } from '@huanwei/contract/designs/rules'
import type { Language } from '@huanwei/words/languages'
import { type KeyboardEvent, useMemo, useState } from 'react'
import { GridLayout, getCompactor, type LayoutItem } from 'react-grid-layout'
import { useTranslation } from 'react-i18next'
import { boardColours, colourVariables } from '../../engine/board-colours.ts'
import { placeAfter, placed, withoutPanel } from '../panel-moves.ts'
import { CanvasPanel } from './CanvasPanel.tsx'
import { type CanvasSize, canvasParts } from './canvas-size.ts'
import '../../boards.css'
import 'react-grid-layout/css/styles.css'
import './canvas.css'

/** Panels keep their places: what is dragged over another is not taken there. */
const freely = getCompactor(null, false, true)

type Props = {
  definition: BoardDefinition
  /** The same with figures; undefined until they are there. */
  preview: Board | undefined
  size: CanvasSize
  chosen: string | undefined
  onChoose: (id: string | undefined) => void
  /** Without it nothing can be moved. */
  onChange?: ((board: BoardDefinition, group?: string) => void) | undefined
}

/** A board at a smaller scale, with panels that are dragged, resized by a corner, and moved by the arrow keys. */
export function Canvas({ definition, preview, size, chosen, onChoose, onChange }: Props) {
  const { t, i18n } = useTranslation('boards')
  const { panels, theme } = definition
  const { scale, head, grid, gap, rowHeight } = canvasParts(definition, size)
  const [said, setSaid] = useState('')
  /** Turned after a drop without a place: the grid goes back to where the panels are. */
  const [turn, setTurn] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another array for each turn
  const layout = useMemo(() => panels.map(({ id, x, y, w, h }) => ({ i: id, x, y, w, h })), [panels, turn])
  const language = i18n.language as Language

  function put(id: string, place: Pick<LayoutItem, 'x' | 'y' | 'w' | 'h'>, group?: string) {
    const { x, y, w, h } = place
    const next = placed(definition, id, { x, y, w, h })
    if (next) onChange?.(next, group)
    else setTurn((now) => now + 1)
    return next !== undefined
  }
  function onKey(event: KeyboardEvent, id: string) {
    const panel = panels.find((one) => one.id === id)
    if (!panel || !onChange || event.ctrlKey || event.metaKey || event.altKey) return
    if (event.key === 'Delete') return onChange(withoutPanel(definition, id))
    const next = placeAfter(event.key, event.shiftKey, panel)
    if (!next) return
    event.preventDefault()
    const isPut = put(id, next, `${id} keys`)
    setSaid(isPut ? t('editor.panel', { name: nameOf(id), ...people(next) }) : t('editor.noRoom'))
  }
  const nameOf = (id: string) => {
    const panel = panels.find((one) => one.id === id)
    return panel ? textIn(panel.title, language) || t(`source.${panel.source}`) : ''
  }
  const onStop = (_: unknown, before: LayoutItem | null, item: LayoutItem | null) => {
    if (item && before && (['x', 'y', 'w', 'h'] as const).some((name) => item[name] !== before[name])) put(item.i, item)
  }
  return (
    <section
      className="board board-draft"
      data-theme={theme}
      style={{ ...size, ...colourVariables(boardColours[theme]) }}
      aria-label={t('editor.canvas')}
      aria-description={onChange && t('editor.keys')}
    >
      <button type="button" className="board-draft-head" style={head} onClick={() => onChoose(undefined)}>
        {textIn(definition.title, language)}
      </button>
      <GridLayout
        className="board-draft-grid"
        style={grid}
        width={grid.width}
        autoSize={false}
        layout={layout}
        compactor={freely}
        gridConfig={{
          cols: boardGrid.columns,
          maxRows: boardGrid.rows,
          rowHeight,
          margin: [gap, gap],
          containerPadding: [0, 0],
        }}
        dragConfig={{ enabled: onChange !== undefined, bounded: true, threshold: 3 }}
        resizeConfig={{ enabled: onChange !== undefined, handles: ['se'] }}
        onDragStop={onStop}
        onResizeStop={onStop}
      >
        {panels.map((panel) => (
          // The grid clones what stands in it: its own class, place and handle are of this element.
          // biome-ignore lint/a11y/useSemanticElements: it holds whole panels
          <div
            key={panel.id}
            role="group"
            // biome-ignore lint/a11y/noNoninteractiveTabindex: the arrow keys move it
            tabIndex={0}
            className="board-draft-panel"
            data-panel={panel.id}
            aria-current={chosen === panel.id}
            aria-label={t('editor.panel', { name: nameOf(panel.id), ...people(panel) })}
            onFocus={() => onChoose(panel.id)}
            onMouseDown={() => onChoose(panel.id)}
            onKeyDown={(event) => onKey(event, panel.id)}
          >
            <CanvasPanel panel={panel} preview={preview} scale={scale} theme={theme} language={language} />
          </div>
        ))}
      </GridLayout>
      <span className="board-said" role="status">
        {said}
      </span>
    </section>
  )
}

/** A place as people count, from 1. */
const people = ({ x, y, w, h }: Pick<LayoutItem, 'x' | 'y' | 'w' | 'h'>) => ({ x: x + 1, y: y + 1, w, h })
