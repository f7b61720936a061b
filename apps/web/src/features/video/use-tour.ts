import { useEffect, useState } from 'react'
import type { NamedWall } from './wall.ts'

/** How long each wall may be shown while they take turns. */
export const tourSeconds = [15, 30, 60] as const

/** Lets the walls with a name take turns; `shown` is the one whose turn it is. They rest while `isStopped`. */
export function useTour(walls: readonly NamedWall[], isStopped: boolean) {
  const [seconds, setSeconds] = useState(0)
  const [turn, setTurn] = useState(0)
  const isOn = seconds > 0 && walls.length > 1
  useEffect(() => {
    if (!isOn || isStopped) return
    const timer = setInterval(() => setTurn((before) => before + 1), seconds * 1000)
    return () => clearInterval(timer)
  }, [isOn, isStopped, seconds])
  return { seconds: isOn ? seconds : 0, shown: isOn ? walls[turn % walls.length] : undefined, begin: setSeconds }
}
