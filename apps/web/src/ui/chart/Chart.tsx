import { Skeleton } from 'antd'
import { lazy, Suspense } from 'react'
import type { ChartProps } from './ChartDrawing.tsx'

const ChartDrawing = lazy(async () => ({ default: (await import('./ChartDrawing.tsx')).ChartDrawing }))

/** A picture of figures, with times as `wallTime`, drawn when the library has come. The figures themselves belong into a table beside it. */
export const Chart = (props: ChartProps) => (
  <Suspense fallback={<Skeleton.Node active style={{ width: '100%', height: props.height }} />}>
    <ChartDrawing {...props} />
  </Suspense>
)
