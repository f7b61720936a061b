import { BarChart, GaugeChart, LineChart, PieChart, RadarChart } from 'echarts/charts'
import { GridComponent, LegendComponent, RadarComponent } from 'echarts/components'
import { type EChartsCoreOption, type EChartsType, init, use } from 'echarts/core'
import { SVGRenderer } from 'echarts/renderers'
import { useEffect, useRef } from 'react'

use([BarChart, GaugeChart, LineChart, PieChart, RadarChart, GridComponent, LegendComponent, RadarComponent, SVGRenderer])

/** A chart that fills its place and moves only where its figures changed. `label` says its figures for screen readers. */
export function BoardChart({ option, label }: { option: EChartsCoreOption; label: string }) {
  const place = useRef<HTMLDivElement>(null)
  const chart = useRef<EChartsType | null>(null)
  useEffect(() => {
    const element = place.current
    if (!element) return
    const opened = init(element, null, { renderer: 'svg' })
    chart.current = opened
    const watcher = new ResizeObserver(() => opened.resize())
    watcher.observe(element)
    return () => {
      watcher.disconnect()
      chart.current = null
      opened.dispose()
    }
  }, [])
  useEffect(() => chart.current?.setOption(option, { notMerge: true }), [option])
  return <div ref={place} className="board-chart" role="img" aria-label={label} />
}
