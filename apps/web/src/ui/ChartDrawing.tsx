import { BarChart, LineChart } from 'echarts/charts'
import { GridComponent, TooltipComponent } from 'echarts/components'
import { init, use } from 'echarts/core'
import { SVGRenderer } from 'echarts/renderers'
import { useEffect, useRef } from 'react'
import type { ChartProps } from './Chart.tsx'

use([BarChart, LineChart, GridComponent, TooltipComponent, SVGRenderer])

/** What `Chart` shows once the library is there. */
export function ChartDrawing({ option, label, height }: ChartProps) {
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const element = place.current
    if (!element) return
    // Where nothing is laid out yet it has a width to begin with.
    const chart = init(element, null, { renderer: 'svg', ...(element.clientWidth === 0 && { width: 320, height }) })
    const style = getComputedStyle(element)
    const colourOf = (name: string) => style.getPropertyValue(name).trim() || 'gray'
    const text = colourOf('--ink-soft')
    const axis = { axisLabel: { color: text }, splitLine: { lineStyle: { color: colourOf('--line') } } }
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
