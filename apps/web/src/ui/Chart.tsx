import { Skeleton } from 'antd'
import type { EChartsCoreOption } from 'echarts/core'
import { lazy, Suspense } from 'react'

/** `label` says what it shows, `height` in px. */
export type ChartProps = { option: EChartsCoreOption; label: string; height: number }

const ChartDrawing = lazy(async () => ({ default: (await import('./ChartDrawing.tsx')).ChartDrawing }))

/** A picture of figures, with times as `wallTime`, drawn when the library has come. The figures themselves belong into a table beside it. */
export const Chart = (props: ChartProps) => (
  <Suspense fallback={<Skeleton.Node active style={{ width: '100%', height: props.height }} />}>
    <ChartDrawing {...props} />
  </Suspense>
)
