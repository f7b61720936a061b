import type { Board, Panel } from '@huanwei/contract/boards/endpoints'
import type { CSSProperties, ReactNode } from 'react'
import { PanelBody } from './PanelBody.tsx'

/** `board` is undefined while its figures come. `cover` stands over the panel. */
type Props = { panel: Panel; board: Board | undefined; style?: CSSProperties; cover: ReactNode }

/** A panel with its title. */
export function PanelFrame({ panel, board, style, cover }: Props) {
  const { id, kind, title, data } = panel
  return (
    <section className="board-panel" data-kind={kind} data-panel={id} style={style} aria-label={title || undefined}>
      {title && <h2>{title}</h2>}
      <div className="board-body" data-failed={(board && !data) || undefined}>
        {data && board && <PanelBody panel={panel} board={board} />}
      </div>
      {cover}
    </section>
  )
}
