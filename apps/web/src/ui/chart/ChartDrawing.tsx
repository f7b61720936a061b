import { BarChart, LineChart } from 'echarts/charts'
import { GridComponent, TooltipComponent } from 'echarts/components'
import { type EChartsCoreOption, init, use } from 'echarts/core'
import { SVGRenderer } from 'echarts/renderers'
import { useEffect, useRef } from 'react'

/** `label` says what it shows, `height` in px. */
export type ChartProps = { option: EChartsCoreOption; label: string; height: number }

use([BarChart, LineChart, GridComponent, TooltipComponent, SVGRenderer])

/** Drawing of `Chart` once the library is loaded. */
export function ChartDrawing({ option, label, height }: ChartProps) {
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const element = place.current
    if (!element) return
    // Before layout it has an initial width.
    const chart = init(element, null, { renderer: 'svg', ...(element.clientWidth === 0 && { width: 320, height }) })
    const style = getComputedStyle(element)
    const colourOf = (name: string) => style.getPropertyValue(name).trim() || 'gray'
    const text = colourOf('--ink-soft')
    const axis = { axisLabel: { color: text, hideOverlap: true }, splitLine: { lineStyle: { color: colourOf('--line') } } }
    chart.setOption({
      color: [colourOf('--brand-strong')],
      textStyle: { color: text },
      animation: false,
      useUTC: true,
      ...option,
    })
    chart.setOption({ xAxis: axis, yAxis: axis })
    const watcher = new ResizeObserver(() => chart.resize())
    watcher.observe(element)
    return () => {
      watcher.disconnect()
      chart.dispose()
    }
  }, [option, height])
  return <div ref={place} role="img" aria-label={label} style={{ height }} />
}
