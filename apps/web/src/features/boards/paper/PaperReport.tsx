import { DownloadOutlined, PrinterOutlined } from '@ant-design/icons'
import { type Board, getBoardPdf, getBoardPdfByToken } from '@huanwei/contract/boards/endpoints'
import { pagesOf, paper } from '@huanwei/contract/boards/rules'
import { Every } from '@huanwei/contract/reports/codes'
import { Button, DatePicker, Segmented } from 'antd'
import dayjs from 'dayjs'
import { useMemo, useState, useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { callFile } from '../../../lib/api.ts'
import { saveBlob } from '../../../lib/save.ts'
import { formatTime } from '../../../lib/time.ts'
import { boardColours, colourVariables } from '../engine/board-colours.ts'
import { PaperPanel } from './PaperPanel.tsx'
import './paper.css'

type Props = {
  board: Board
  span: NonNullable<Board['span']>
  /** What the address asks for. */
  asked: { path: string; deptId: number | undefined; token: string | undefined }
  title: string
  onSpan: (span: { period: Every; day: string }) => void
}

/** A report on A4 pages as it is printed; the days that it is about are chosen above it. */
export function PaperReport({ board, span, asked, title, onSpan }: Props) {
  const pages = useMemo(() => pagesOf(board.panels), [board.panels])
  const scale = useSyncExternalStore(onResize, () => Math.min(1, window.innerWidth / (paper.width + 24)))
  const days = span.firstDay === span.lastDay ? span.firstDay : `${span.firstDay} – ${span.lastDay}`
  return (
    <main className="paper" style={variablesOf(scale)}>
      <PaperBar {...{ span, asked, days, onSpan }} title={title} />
      {pages.map((page, place) => (
        <section key={page[0]?.panel.id + String(page[0]?.from)} className="paper-page">
          {place === 0 && <PaperHead board={board} title={title} days={days} about={board.about} />}
          <div className="paper-blocks">
            {page.map((block) => (
              <PaperPanel key={block.panel.id} block={block} />
            ))}
          </div>
          <footer>
            {place + 1} / {pages.length}
          </footer>
        </section>
      ))}
    </main>
  )
}

function PaperHead({ board, title, days, about }: { board: Board; title: string; days: string; about: string }) {
  const { t } = useTranslation('boards')
  const madeAt = Math.max(...board.panels.map((panel) => panel.madeAt))
  return (
    <header className="paper-head">
      <h1>{title}</h1>
      <p>
        {about} · {days}
      </p>
      <p>{t('paper.madeAt', { time: formatTime(madeAt).slice(0, 16) })}</p>
    </header>
  )
}

type BarProps = Pick<Props, 'span' | 'asked' | 'title' | 'onSpan'> & { days: string }

function PaperBar({ span: { period, firstDay }, asked: { path, deptId, token }, days, title, onSpan }: BarProps) {
  const { t } = useTranslation('boards')
  const [isLoading, setLoading] = useState(false)
  const picker = { [Every.day]: 'date', [Every.week]: 'week', [Every.month]: 'month' } as const
  async function load() {
    setLoading(true)
    const asked = { path, period, day: firstDay, title }
    const called =
      token === undefined ? callFile(getBoardPdf, { ...asked, deptId }) : callFile(getBoardPdfByToken, { ...asked, token })
    // What is refused is on the screen already.
    const file = await called.catch(() => undefined)
    setLoading(false)
    if (file) saveBlob(file, `${title} ${days}.pdf`)
  }
  return (
    <nav className="paper-bar" aria-label={t('paper.bar')}>
      <Segmented
        value={period}
        options={Object.values(Every).map((value) => ({ value, label: t(`paper.period.${value}`) }))}
        onChange={(period) => onSpan({ period, day: firstDay })}
      />
      <DatePicker
        picker={picker[period]}
        value={dayjs(firstDay)}
        allowClear={false}
        format={period === Every.month ? 'YYYY-MM' : () => days}
        inputReadOnly
        maxDate={dayjs()}
        aria-label={t('dayShown')}
        onChange={(day) => onSpan({ period, day: dayjs(day).format('YYYY-MM-DD') })}
      />
      <Button icon={<PrinterOutlined aria-hidden />} onClick={() => window.print()}>
        {t('paper.print')}
      </Button>
      <Button type="primary" icon={<DownloadOutlined aria-hidden />} loading={isLoading} onClick={() => void load()}>
        {t('paper.save')}
      </Button>
    </nav>
  )
}

const variablesOf = (scale: number): Record<string, string> => ({
  ...colourVariables(boardColours.light),
  '--paper-scale': String(scale),
})

function onResize(listener: () => void) {
  window.addEventListener('resize', listener)
  return () => window.removeEventListener('resize', listener)
}
