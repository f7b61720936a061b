import { isMapKind, PanelKind } from '@huanwei/contract/boards/codes'
import type { Board, Panel } from '@huanwei/contract/boards/endpoints'
import { boardColours } from '../engine/board-colours.ts'
import { BarsPanel } from './BarsPanel.tsx'
import { CarouselPanel } from './CarouselPanel.tsx'
import { ClockPanel } from './ClockPanel.tsx'
import { CodePanel } from './CodePanel.tsx'
import { CounterPanel } from './CounterPanel.tsx'
import { DaysPanel } from './DaysPanel.tsx'
import { FactsPanel } from './FactsPanel.tsx'
import { FiguresPanel } from './FiguresPanel.tsx'
import { FunnelPanel } from './FunnelPanel.tsx'
import { GaugePanel } from './GaugePanel.tsx'
import { MapPanel } from './map/MapPanel.tsx'
import { PlanPanel } from './PlanPanel.tsx'
import { RadarPanel } from './RadarPanel.tsx'
import { RingPanel } from './RingPanel.tsx'
import { RowsPanel } from './RowsPanel.tsx'
import { TrendPanel } from './TrendPanel.tsx'
import { VideoPanel } from './VideoPanel.tsx'
import './panels.css'

/** The drawing of a panel's contents. */
export function PanelBody({ panel: { kind, data, title }, board }: { panel: Panel; board: Board }) {
  const colours = boardColours[board.theme]
  // Opened anew where the board becomes another department's.
  if (data?.shape === 'points' || data?.shape === 'areas')
    return (
      board.ground && (
        <MapPanel
          key={`${board.about} ${kind}`}
          data={data}
          title={title}
          drawing={isMapKind(kind) ? kind : PanelKind.map}
          ground={board.ground}
          theme={board.theme}
        />
      )
    )
  if (data?.shape === 'rows')
    return kind === PanelKind.facts ? <FactsPanel data={data} /> : <RowsPanel data={data} hasHeads={kind === PanelKind.table} />
  if (data?.shape === 'series') return <TrendPanel series={data} kind={kind} colours={colours} />
  if (data?.shape === 'page') return <CodePanel path={data.path} text={data.text} />
  if (data?.shape === 'cameras') return <VideoPanel cameras={data.cameras} />
  if (data?.shape === 'days') return <DaysPanel days={data.days} />
  if (data?.shape === 'photos') return <CarouselPanel photos={data.photos} />
  if (data?.shape === 'text') return <p className="board-text">{data.text}</p>
  if (data?.shape === 'clock') return <ClockPanel />
  if (data?.shape !== 'figures') return null
  if (kind === PanelKind.counter) return <CounterPanel figures={data.figures} />
  if (kind === PanelKind.radar) return <RadarPanel figures={data.figures} colours={colours} />
  if (kind === PanelKind.plan) return <PlanPanel figures={data.figures} />
  if (kind === PanelKind.funnel) return <FunnelPanel figures={data.figures} />
  if (kind === PanelKind.gauge) return <GaugePanel figures={data.figures} colours={colours} />
  if (kind === PanelKind.ring) return <RingPanel figures={data.figures} colours={colours} />
  if (kind === PanelKind.figures) return <FiguresPanel figures={data.figures} />
  return <BarsPanel figures={data.figures} />
}
