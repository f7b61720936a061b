import type { ReactNode } from 'react'
import type { ListColumn } from './list-columns.ts'
import './list-card.css'

type Props<Row> = { columns: ListColumn<Row>[]; row: Row; number: number }

/** Cells of a row that is a card of two lines; its button covers the lines. */
export function ListCard<Row>({ columns, row, number }: Props<Row>) {
  const partsOf = (part: ListColumn<Row>['card']) =>
    columns
      .filter(({ card }) => card === part)
      .map(({ key, title, cell, brief = cell }) => ({ key, title, content: brief(row, number) }))
      .filter(({ content }) => content !== '' && content !== null)
  const boxes = partsOf('box')
  return (
    <>
      {boxes.length > 0 && <td className="list-card-box">{bare(boxes)}</td>}
      <td className="list-card">
        <div className="list-card-line">
          <span>{named(partsOf('title'))}</span>
          <span>{bare(partsOf('state'))}</span>
        </div>
        <div className="list-card-line list-sub">
          <span>{named(partsOf('detail'))}</span>
          <span>{named(partsOf('time'))}</span>
        </div>
        {bare(partsOf('foot'))}
      </td>
    </>
  )
}

type Part = { key: string; title: string; content: ReactNode }

const bare = (parts: Part[]) => parts.map(({ key, content }) => <span key={key}>{content}</span>)

/** Parts in one line, each with the name of its column for the screen reader. */
const named = (parts: Part[]) =>
  parts.map(({ key, title, content }, i) => (
    <span key={key}>
      {i > 0 && <span aria-hidden="true"> · </span>}
      <span className="visually-hidden">{title} </span>
      {content}
    </span>
  ))
