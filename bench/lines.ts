/** One row of the table: what was measured, what the machine allows at most in the same run, and what was promised. */
export type Line = {
  what: string
  measured: string
  /** What this machine reaches without the product, in the same run; '' where there is no such thing. */
  limit?: string
  /** The product's share of the limit, or its multiple of it. */
  ratio?: number
  /** '' where nothing was promised. */
  budget?: string
  /** Undefined where nothing was promised. */
  met?: boolean
}

/** The value below which `share` (0 to 1) of the values lie. NaN for none. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN
}

export const median = (values: readonly number[]) => quantile(values, 0.5)

export const count = (value: number) => Math.round(value).toLocaleString('en').replaceAll(',', ' ')
export const ms = (value: number) => `${value < 10 ? value.toFixed(1) : count(value)} ms`
export const seconds = (value: number) => `${(value / 1000).toFixed(2)} s`
/** In 1000 bytes, as the budgets count. */
export const kilobytes = (bytes: number) => `${(bytes / 1000).toFixed(1)} kB`
export const megabytes = (bytes: number) => `${(bytes / 1e6).toFixed(0)} MB`
const ratioText = (ratio: number | undefined) => (ratio === undefined ? '' : ratio.toFixed(2))
const verdict = ({ met }: Line) => (met === undefined ? '' : met ? 'ok' : '**missed**')

const heads = ['What', 'Ratio', 'Measured', 'Limit in the same run', 'Budget', '']

/** A Markdown table that also reads well on a terminal. */
export function table(lines: readonly Line[]): string {
  const rows = lines.map((line) => [
    line.what,
    ratioText(line.ratio),
    line.measured,
    line.limit ?? '',
    line.budget ?? '',
    verdict(line),
  ])
  const widths = heads.map((head, i) => Math.max(3, head.length, ...rows.map((row) => row[i]!.length)))
  const lineOf = (cells: string[]) => `| ${cells.map((cell, i) => cell.padEnd(widths[i]!)).join(' | ')} |`
  return [lineOf(heads), lineOf(widths.map((width) => '-'.repeat(width))), ...rows.map(lineOf)].join('\n')
}
