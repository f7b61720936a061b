import { BoardClock, BoardDate } from '../engine/BoardClock.tsx'
import './clock.css'

/** Time and day, large. */
export const ClockPanel = () => (
  <div className="board-time">
    <BoardClock />
    <BoardDate />
  </div>
)
