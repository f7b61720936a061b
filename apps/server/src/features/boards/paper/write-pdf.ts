import { createRequire } from 'node:module'
import type { Board, PanelData } from '@huanwei/contract/boards/endpoints'
import { type PaperBlock, pagesOf, paper } from '@huanwei/contract/boards/rules'
import type { Language } from '@huanwei/words/languages'
import { say } from '@huanwei/words/say'
import { timeText } from '../../../lib/time.ts'

/** Of the package of fonts, whose module loads in browsers. */
const fonts = createRequire(import.meta.url)
  .resolve('@embedpdf/fonts-sc')
  .replace(/dist[\\/][^\\/]+$/, 'fonts/')
const [regular, bold] = ['NotoSansHans-Regular.otf', 'NotoSansHans-Bold.otf']

const [ink, soft, line, accent] = ['#172234', '#51607a', '#d5dce6', '#0b7f8d']
const curveColours = [accent, '#9a6000', '#1f7f47']

type Paper = PDFKit.PDFDocument
type Box = { x: number; y: number; width: number; height: number }
type Cell = { size: number; isBold?: boolean; colour?: string; align?: 'left' | 'center' | 'right' }

/** A report as PDF, drawn in px at 96 dpi on the same pages as on the screen. The document is open: it ends by `end()`. */
export async function writePdf(board: Board, language: Language): Promise<Paper> {
  // Its tables of letters take 0.2 s and 29 MB: not at the start.
  const { default: PDFDocument } = await import('pdfkit')
  const { firstDay = '', lastDay = '' } = board.span ?? {}
  const days = firstDay === lastDay ? firstDay : `${firstDay} – ${lastDay}`
  const pdf = new PDFDocument({ size: 'A4', margin: 0, autoFirstPage: false, info: { Title: `${board.title} ${days}` } })
  pdf.registerFont('regular', fonts + regular)
  pdf.registerFont('bold', fonts + bold)
  const pages = pagesOf(board.panels)
  const width = paper.width - 2 * paper.margin
  pages.forEach((page, place) => {
    pdf.addPage()
    // px
    pdf.scale(pdf.page.width / paper.width)
    let y: number = paper.margin
    if (place === 0) {
      writeHead(pdf, board, { days, language, width })
      y += paper.head
    }
    for (const block of page) {
      writeBlock(pdf, block, language, { x: paper.margin, y, width, height: block.height })
      y += block.height + paper.gap
    }
    const foot = { x: paper.margin, y: paper.height - paper.margin - 14, width, height: 14 }
    write(pdf, `${place + 1} / ${pages.length}`, foot, { size: 12, colour: soft, align: 'right' })
  })
  return pdf
}

/** Writes one line into a box, cut where it is too long. */
function write(pdf: Paper, text: string, { x, y, width, height }: Box, { size, isBold, colour = ink, align = 'left' }: Cell) {
  pdf.font(isBold ? 'bold' : 'regular').fontSize(size)
  const shown = fitting(pdf, text, width)
  const left = align === 'left' ? 0 : (width - pdf.widthOfString(shown)) / (align === 'center' ? 2 : 1)
  pdf.fillColor(colour).text(shown, x + left, y + (height - size * 1.45) / 2, { lineBreak: false })
}

/** The text, or as much of its beginning as fits with dots behind it. */
function fitting(pdf: Paper, text: string, width: number) {
  if (pdf.widthOfString(text) <= width) return text
  const letters = [...text]
  let most = letters.length - 1
  while (most > 0 && pdf.widthOfString(`${letters.slice(0, most).join('')}…`) > width) most--
  return `${letters.slice(0, most).join('')}…`
}

type About = { days: string; language: Language; width: number }

function writeHead(pdf: Paper, board: Board, { days, language, width }: About) {
  const [x, y] = [paper.margin, paper.margin]
  const time = timeText(Math.max(...board.panels.map(({ madeAt }) => madeAt))).slice(0, 16)
  const small = { size: 13, colour: soft, align: 'center' } as const
  write(pdf, board.title, { x, y, width, height: 32 }, { size: 24, isBold: true, align: 'center' })
  write(pdf, `${board.about} · ${days}`, { x, y: y + 36, width, height: 18 }, small)
  write(pdf, say(language, 'boards:paper.madeAt', { time }), { x, y: y + 54, width, height: 18 }, small)
  pdf.rect(x, y + 78, width, 2).fill(accent)
}

function writeBlock(pdf: Paper, { panel: { title, data }, from, to }: PaperBlock, language: Language, box: Box) {
  if (title) {
    const text = from > 0 ? say(language, 'boards:paper.continued', { title }) : title
    write(pdf, text, { ...box, height: 24 }, { size: 16, isBold: true })
  }
  const above = title ? paper.title : 0
  const rest = { ...box, y: box.y + above, height: box.height - above }
  if (data?.shape === 'figures') return writeFigures(pdf, data, rest)
  if (data?.shape === 'series') return drawCurves(pdf, data, rest)
  if (data?.shape === 'rows' && data.rows.length) return writeTable(pdf, data, { from, to }, rest)
  write(pdf, say(language, data ? 'boards:nothing' : 'boards:sourceFailed'), { ...rest, height: 18 }, { size: 13, colour: soft })
}

type DataOf<S extends PanelData['shape']> = Extract<PanelData, { shape: S }>

function writeFigures(pdf: Paper, { figures }: DataOf<'figures'>, { x, y, width }: Box) {
  const gap = 8
  const each = (width - gap * (paper.figuresInRow - 1)) / paper.figuresInRow
  figures.forEach(({ label, value, of, unit }, place) => {
    const left = x + (place % paper.figuresInRow) * (each + gap)
    const top = y + Math.floor(place / paper.figuresInRow) * paper.figure
    pdf
      .roundedRect(left, top, each, paper.figure - gap, 6)
      .lineWidth(1)
      .stroke(line)
    const inner = { x: left + 10, width: each - 20 }
    write(pdf, label, { ...inner, y: top + 8, height: 18 }, { size: 12, colour: soft })
    const text = value.toLocaleString('en-US')
    write(pdf, text, { ...inner, y: top + 30, height: 26 }, { size: 18, isBold: true })
    const after = pdf.widthOfString(text) + 4
    const behind = `${of === null ? '' : `/ ${of.toLocaleString('en-US')} `}${unit}`
    write(
      pdf,
      behind,
      { x: inner.x + after, width: Math.max(10, inner.width - after), y: top + 33, height: 22 },
      { size: 12, colour: soft },
    )
  })
}

/** Share of a table's width that its first column has. */
const firstShare = 0.24

function writeTable(
  pdf: Paper,
  { heads, rows }: DataOf<'rows'>,
  { from, to }: { from: number; to: number },
  { x, y, width }: Box,
) {
  const first = heads.length > 1 ? width * firstShare : width
  const each = (width - first) / Math.max(1, heads.length - 1)
  const cellAt = (place: number) => ({ x: place ? x + first + (place - 1) * each + 4 : x + 4, width: (place ? each : first) - 8 })
  const alignOf = (place: number) => (place ? 'right' : 'left')
  heads.forEach((head, place) => {
    const cell = { size: 11, isBold: true, align: alignOf(place) } as const
    const lines = linesOf(pdf, head, cellAt(place).width, cell.size)
    const top = y + (paper.heads - lines.length * headLine) / 2
    for (const [at, line] of lines.entries())
      write(pdf, line, { ...cellAt(place), y: top + at * headLine, height: headLine }, cell)
  })
  pdf.rect(x, y + paper.heads - 1, width, 1).fill(ink)
  rows.slice(from, to).forEach(({ key, cells }, row) => {
    const top = y + paper.heads + row * paper.row
    heads.forEach((_, place) => {
      const cell = { size: 12, isBold: key === 'total', align: alignOf(place) } as const
      write(pdf, cells[place] ?? '', { ...cellAt(place), y: top, height: paper.row }, cell)
    })
    pdf.rect(x, top + paper.row - 1, width, 0.75).fill(line)
  })
}

/** Lines of a head, and the height of one, px. */
const mostLines = 3
const headLine = 13

/** A head broken between words, or between Chinese characters; what is too long stays on the last line. */
function linesOf(pdf: Paper, text: string, width: number, size: number): string[] {
  pdf.font('bold').fontSize(size)
  const lines = ['']
  for (const word of text.split(/(?<=\s)|(?<=[\u2e80-\uffef])/)) {
    const line = lines.at(-1) ?? ''
    const fits = pdf.widthOfString((line + word).trimEnd()) <= width
    if (!line || fits || lines.length === mostLines) lines[lines.length - 1] = line + word
    else lines.push(word)
  }
  return lines.map((line) => line.trimEnd())
}

/** Distance of the grid from the box, px. */
const beside = { left: 44, right: 8, top: 26, bottom: 20 }

function drawCurves(pdf: Paper, { labels, lines }: DataOf<'series'>, { x, y, width, height }: Box) {
  const most = Math.max(4, ...lines.flatMap(({ values }) => values.map((value) => value ?? 0)))
  const step = niceStep(most / 4)
  const top = Math.ceil(most / step) * step
  const inner = { x: x + beside.left, y: y + beside.top, width: width - beside.left - beside.right }
  const tall = height - beside.top - beside.bottom
  const yOf = (value: number) => inner.y + tall * (1 - value / top)
  const xOf = (place: number) => inner.x + (labels.length > 1 ? (inner.width * place) / (labels.length - 1) : inner.width / 2)
  for (let value = 0; value <= top; value += step) {
    pdf.rect(inner.x, yOf(value), inner.width, 0.75).fill(line)
    const text = value.toLocaleString('en-US')
    write(pdf, text, { x, y: yOf(value) - 8, width: beside.left - 8, height: 16 }, { size: 11, colour: soft, align: 'right' })
  }
  const every = Math.ceil(labels.length / 12)
  labels.forEach((label, place) => {
    if (place % every) return
    const at = { x: xOf(place) - 24, y: inner.y + tall + 4, width: 48, height: 16 }
    write(pdf, label, at, { size: 11, colour: soft, align: 'center' })
  })
  let legend = inner.x
  lines.forEach(({ name, values }, place) => {
    const colour = curveColours[place % curveColours.length] ?? ink
    pdf.rect(legend, y + 6, 14, 4).fill(colour)
    write(pdf, name, { x: legend + 18, y, width: 160, height: 16 }, { size: 12, colour: soft })
    legend += 34 + pdf.widthOfString(name)
    const points = values.flatMap((value, at) => (value === null ? [] : [[xOf(at), yOf(value)] as const]))
    for (const [at, [px, py]] of points.entries()) at ? pdf.lineTo(px, py) : pdf.moveTo(px, py)
    if (points.length > 1) pdf.lineWidth(2).stroke(colour)
  })
}

/** The next of 1, 2, 5, 10, 20 … that is not less. `least`: from 1. */
function niceStep(least: number) {
  const ten = 10 ** Math.floor(Math.log10(least))
  return ([1, 2, 5].find((step) => step * ten >= least) ?? 10) * ten
}
