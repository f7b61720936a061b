import { PanelKind } from '@huanwei/contract/boards/codes'
import type { PanelData } from '@huanwei/contract/boards/endpoints'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useOpenList } from '../engine/board-access.ts'
import type { BoardColours } from '../engine/board-colours.ts'
import { BoardChart } from './BoardChart.tsx'
import { DrawingLinks } from './DrawingLinks.tsx'

type Series = Extract<PanelData, { shape: 'series' }>

type Props = { series: Series; kind: PanelKind; colours: BoardColours }

/** Lines over time, with their areas filled or as columns; a single line always has its area. */
export function TrendPanel({ series: { labels, lines, hrefs }, kind, colours }: Props) {
  const { t } = useTranslation('boards')
  const openList = useOpenList()
  const openDay = hrefs && openList && ((place: number) => openList(hrefs[place]))
  const option = useMemo(() => {
    const isColumns = kind === PanelKind.columns
    const text = { color: colours.soft, fontSize: 16 }
    return {
      animationDuration: 400,
      color: [colours.plain, colours.warn, colours.good],
      grid: { left: 8, right: 20, top: lines.length > 1 ? 40 : 16, bottom: 4, containLabel: true },
      ...(lines.length > 1 && { legend: { top: 0, right: 0, icon: 'roundRect', itemWidth: 18, itemHeight: 6, textStyle: text } }),
      xAxis: {
        type: 'category',
        data: labels,
        boundaryGap: isColumns,
        axisLabel: { ...text, hideOverlap: true },
        axisLine: { lineStyle: { color: colours.line } },
        axisTick: { show: false },
      },
      yAxis: {
        type: 'value',
        minInterval: 1,
        splitNumber: 3,
        axisLabel: { ...text, hideOverlap: true },
        splitLine: { lineStyle: { color: colours.line } },
      },
      series: lines.map(({ name, values }) => ({
        type: isColumns ? 'bar' : 'line',
        name,
        data: values,
        barMaxWidth: 28,
        itemStyle: { borderRadius: isColumns ? [4, 4, 0, 0] : 0 },
        smooth: 0.3,
        // A line between two days does not rise above both.
        smoothMonotone: 'x',
        symbol: 'circle',
        symbolSize: 6,
        // A value between two unknown ones is no line.
        showSymbol: values.filter((value) => value !== null).length < 10,
        lineStyle: { width: 3 },
        silent: true,
        ...((lines.length === 1 || kind === PanelKind.area) && { areaStyle: { opacity: 0.25 } }),
      })),
    }
  }, [labels, lines, kind, colours])
  if (lines.every(({ values }) => values.every((value) => value === null))) return <p className="board-nothing">{t('nothing')}</p>
  const label = lines.map(({ name, values }) => `${name} ${values.join(' ')}`).join('; ')
  const textAt = (place: number) => lines.map(({ name, values }) => `${name} ${values[place] ?? '–'}`).join(', ')
  return (
    <>
      <BoardChart option={option} label={label} onPlace={openDay} />
      {hrefs && (
        <DrawingLinks places={labels.map((text, place) => ({ text, name: `${text} ${textAt(place)}`, href: hrefs[place] }))} />
      )}
    </>
  )
}
