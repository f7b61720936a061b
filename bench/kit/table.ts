/** Row of the table of results. */
export type Result = {
  label: string
  measured: string
  /** Value that this machine reaches without the product, in the same run; '' where there is none. */
  limit?: string
  /** Measured value divided by the limit. */
  ratio?: number
  /** '' without a budget. */
  budget?: string
  /** Undefined without a budget. */
  met?: boolean
}

/** The value below which `share` (0 to 1) of the values lie; NaN for an empty list. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN
}

export const median = (values: readonly number[]) => quantile(values, 0.5)

export const count = (value: number) => Math.round(value).toLocaleString('en').replaceAll(',', ' ')
export const ms = (value: number) => `${value < 10 ? value.toFixed(1) : count(value)} ms`
export const seconds = (value: number) => `${(value / 1000).toFixed(2)} s`
/** Units of 1000 bytes, as in the budgets. */
export const kilobytes = (bytes: number) => `${(bytes / 1000).toFixed(1)} kB`
export const megabytes = (bytes: number) => `${(bytes / 1e6).toFixed(0)} MB`
const ratioText = (ratio: number | undefined) => (ratio === undefined ? '' : ratio.toFixed(2))
const verdict = ({ met }: Result) => (met === undefined ? '' : met ? 'ok' : '**missed**')

const heads = ['What', 'Ratio', 'Measured', 'Limit in the same run', 'Budget', '']

/** A Markdown table that is also readable on a terminal. */
export function markdownTable(results: readonly Result[]): string {
  const rows = results.map((result) => [
    result.label,
    ratioText(result.ratio),
    result.measured,
    result.limit ?? '',
    result.budget ?? '',
    verdict(result),
  ])
  const widths = heads.map((head, i) => Math.max(3, head.length, ...rows.map((row) => row[i]!.length)))
  const lineOf = (cells: string[]) => `| ${cells.map((cell, i) => cell.padEnd(widths[i]!)).join(' | ')} |`
  return [lineOf(heads), lineOf(widths.map((width) => '-'.repeat(width))), ...rows.map(lineOf)].join('\n')
}
