import type { PanelData } from '@huanwei/contract/boards/endpoints'
import type { PaperBlock } from '@huanwei/contract/boards/rules'
import { useTranslation } from 'react-i18next'
import { boardColours } from '../engine/board-colours.ts'
import { TrendPanel } from '../panels/TrendPanel.tsx'

/** One panel of a report, or the part of it that stands on this page. */
export function PaperPanel({ block: { panel, height, from, to } }: { block: PaperBlock }) {
  const { t } = useTranslation('boards')
  const { title, data } = panel
  return (
    <section className="paper-block" data-panel={panel.id} style={{ height }} aria-label={title || undefined}>
      {title && <h2>{from > 0 ? t('paper.continued', { title }) : title}</h2>}
      {data?.shape === 'figures' ? (
        <PaperFigures figures={data.figures} />
      ) : data?.shape === 'series' ? (
        <TrendPanel series={data} kind={panel.kind} colours={boardColours.light} />
      ) : data?.shape === 'rows' && data.rows.length ? (
        <PaperTable data={data} from={from} to={to} />
      ) : (
        <p className="paper-note">{t(data ? 'nothing' : 'sourceFailed')}</p>
      )}
    </section>
  )
}

function PaperFigures({ figures }: { figures: Extract<PanelData, { shape: 'figures' }>['figures'] }) {
  return (
    <dl className="paper-figures">
      {figures.map(({ key, label, value, of, unit }) => (
        <div key={key}>
          <dt>{label}</dt>
          <dd>
            {value.toLocaleString('en-US')}
            {of !== null && <small> / {of.toLocaleString('en-US')}</small>}
            {unit && <small> {unit}</small>}
          </dd>
        </div>
      ))}
    </dl>
  )
}

function PaperTable({
  data: { heads, rows },
  from,
  to,
}: {
  data: Extract<PanelData, { shape: 'rows' }>
  from: number
  to: number
}) {
  return (
    <table className="paper-table">
      <thead>
        <tr>
          {heads.map((head) => (
            <th key={head} scope="col">
              <span>{head}</span>
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.slice(from, to).map(({ key, cells }) => (
          <tr key={key} data-total={key === 'total' || undefined}>
            {heads.map((head, place) => (
              <td key={head}>{cells[place]}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
