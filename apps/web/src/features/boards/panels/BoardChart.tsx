import { BarChart, GaugeChart, LineChart, PieChart, RadarChart } from 'echarts/charts'
import { GridComponent, LegendComponent, RadarComponent } from 'echarts/components'
import { type EChartsCoreOption, type EChartsType, init, use } from 'echarts/core'
import { SVGRenderer } from 'echarts/renderers'
import { useEffect, useEffectEvent, useRef } from 'react'

use([BarChart, GaugeChart, LineChart, PieChart, RadarChart, GridComponent, LegendComponent, RadarComponent, SVGRenderer])

type Props = {
  option: EChartsCoreOption
  /** Its figures for screen readers. */
  label: string
  /** Takes the place that is clicked: that on the horizontal axis, unless `placeOf` says which it is. */
  onPlace?: ((place: number) => void) | undefined
  placeOf?: (at: { x: number; y: number }, size: { width: number; height: number }) => number | undefined
}

type Pointed = { offsetX: number; offsetY: number }

/** A chart that fills its place and moves only where its figures changed. */
export function BoardChart({ option, label, onPlace, placeOf }: Props) {
  const place = useRef<HTMLDivElement>(null)
  const chart = useRef<EChartsType | null>(null)
  const placeAt = useEffectEvent(({ offsetX, offsetY }: Pointed) => {
    if (!onPlace || !chart.current) return undefined
    if (placeOf)
      return placeOf({ x: offsetX, y: offsetY }, { width: chart.current.getWidth(), height: chart.current.getHeight() })
    if (!chart.current.containPixel('grid', [offsetX, offsetY])) return undefined
    return chart.current.convertFromPixel('grid', [offsetX, offsetY])[0]
  })
  const open = useEffectEvent((at: Pointed) => {
    const clicked = placeAt(at)
    if (clicked !== undefined) onPlace?.(clicked)
  })
  useEffect(() => {
    const element = place.current
    if (!element) return
    const opened = init(element, null, { renderer: 'svg' })
    chart.current = opened
    const pad = opened.getZr()
    pad.on('click', (at) => open(at))
    pad.on('mousemove', (at) => pad.setCursorStyle(placeAt(at) === undefined ? 'default' : 'pointer'))
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
